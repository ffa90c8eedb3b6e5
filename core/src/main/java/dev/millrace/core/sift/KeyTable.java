package dev.millrace.core.sift;

import java.util.Arrays;

/** Keys by their bytes. Guarded by the lane's lock. */
final class KeyTable {
    private static final int FIRST_SIZE = 64;

    private SiftKey[] chains = new SiftKey[FIRST_SIZE];
    private int size;

    static int hash(byte[] bytes, int length) {
        int hash = 1;
        for (int i = 0; i < length; i++) {
            hash = 31 * hash + bytes[i];
        }
        return hash ^ (hash >>> 15);
    }

    /** The key that is the first {@code length} bytes, or null. */
    SiftKey find(byte[] bytes, int length, int hash) {
        for (SiftKey key = chains[hash & (chains.length - 1)]; key != null; key = key.nextInChain) {
            if (key.hash == hash && Arrays.equals(key.bytes, 0, key.bytes.length, bytes, 0, length)) {
                return key;
            }
        }
        return null;
    }

    void add(SiftKey key) {
        if (size == chains.length) {
            grow();
        }
        size++;
        link(key);
    }

    void remove(SiftKey key) {
        int place = key.hash & (chains.length - 1);
        if (chains[place] == key) {
            chains[place] = key.nextInChain;
        } else {
            SiftKey before = chains[place];
            while (before.nextInChain != key) {
                before = before.nextInChain;
            }
            before.nextInChain = key.nextInChain;
        }
        size--;
    }

    private void link(SiftKey key) {
        int place = key.hash & (chains.length - 1);
        key.nextInChain = chains[place];
        chains[place] = key;
    }

    private void grow() {
        SiftKey[] before = chains;
        chains = new SiftKey[before.length * 2];
        for (SiftKey first : before) {
            SiftKey next;
            for (SiftKey key = first; key != null; key = next) {
                next = key.nextInChain;
                link(key);
            }
        }
    }
}
