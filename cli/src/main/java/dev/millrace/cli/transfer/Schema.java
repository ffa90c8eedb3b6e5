package dev.millrace.cli.transfer;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The fields of a queue's records, in the order in which they are written. Immutable. */
record Schema(List<Field> fields) {
    static final int MAX_FIELDS = 256;

    Schema {
        fields = List.copyOf(fields);
        if (fields.isEmpty() || fields.size() > MAX_FIELDS) {
            throw new IllegalArgumentException("a record has 1 to " + MAX_FIELDS + " fields: fields=" + fields.size());
        }
        Set<String> names = new HashSet<>();
        for (Field field : fields) {
            if (!names.add(field.name())) {
                throw new IllegalArgumentException("two fields have one name: name=" + field.name());
            }
        }
    }

    int size() {
        return fields.size();
    }

    /** Index of the first field that is a time; -1 without one. */
    int timeField() {
        for (int index = 0; index < fields.size(); index++) {
            if (fields.get(index).type() == FieldType.TIME) {
                return index;
            }
        }
        return -1;
    }

    FieldType[] types() {
        return fields.stream().map(Field::type).toArray(FieldType[]::new);
    }

    /** As {@code time:time status:integer}. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (Field field : fields) {
            text.append(text.isEmpty() ? "" : " ")
                    .append(field.name())
                    .append(':')
                    .append(field.type().word());
        }
        return text.toString();
    }
}
