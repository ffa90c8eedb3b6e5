package dev.millrace.journal;

/**
 * Proves, before a range is claimed, that the stack has room for everything up to its commit.
 *
 * <p>A stack overflow between claim and commit would leave a hole that nobody fills. Entering a method makes the
 * virtual machine touch the stack below it by at least the size of the method's interpreted frame, in compiled code
 * too (it must be able to deoptimise). So one method with many local variables asks for as much stack as some hundred
 * ordinary frames, and costs a few stores. The overflow, if there is one, is thrown here, with nothing claimed.
 *
 * <p>The branch that is never taken makes that true of every compiler. Its length keeps the method from being inlined
 * (more than 325 bytes of code; inlined by C1 there was no probe left, and every other run of 200 overflows left a
 * hole), and its call is the place of which a compiler must know the interpreted frame.
 *
 * <p>Thread-safe; for those who do what must not overflow in the middle besides an append.
 *
 * @since 0.1.0
 */
public final class StackProbe {
    /** Never true; not a constant, so that the call below stays in the code. */
    private static boolean never;

    // Rendering and writing go deeper than an append.
    private static final int FRAMES = 32;

    private StackProbe() {}

    /**
     * Whether the calling thread's stack has room for rendering and writing. Where it has none, the overflow happens
     * here, with nothing held, and not between taking a lock and giving it back.
     */
    public static boolean hasRoom() {
        try {
            return descend(FRAMES, 1, 2, 3) != 0;
        } catch (StackOverflowError e) {
            return false;
        }
    }

    // The arguments keep the frames apart from each other and of some size.
    private static long descend(int frames, long a, long b, long c) {
        if (frames == 0) {
            ensureRoom();
            return a | 1;
        }
        return descend(frames - 1, b + frames, c ^ frames, a) | 1;
    }

    /** Throws {@link StackOverflowError} when less than about 8 KiB of stack are left. */
    // spotless:off
    @SuppressWarnings({"UnusedVariable", "unused"})
    public static void ensureRoom() {
        long a00, a01, a02, a03, a04, a05, a06, a07, a08, a09, a10, a11, a12, a13, a14, a15, a16, a17, a18, a19;
        long a20, a21, a22, a23, a24, a25, a26, a27, a28, a29, a30, a31, a32, a33, a34, a35, a36, a37, a38, a39;
        long b00, b01, b02, b03, b04, b05, b06, b07, b08, b09, b10, b11, b12, b13, b14, b15, b16, b17, b18, b19;
        long b20, b21, b22, b23, b24, b25, b26, b27, b28, b29, b30, b31, b32, b33, b34, b35, b36, b37, b38, b39;
        long c00, c01, c02, c03, c04, c05, c06, c07, c08, c09, c10, c11, c12, c13, c14, c15, c16, c17, c18, c19;
        long c20, c21, c22, c23, c24, c25, c26, c27, c28, c29, c30, c31, c32, c33, c34, c35, c36, c37, c38, c39;
        long d00, d01, d02, d03, d04, d05, d06, d07, d08, d09, d10, d11, d12, d13, d14, d15, d16, d17, d18, d19;
        long d20, d21, d22, d23, d24, d25, d26, d27, d28, d29, d30, d31, d32, d33, d34, d35, d36, d37, d38, d39;
        long e00, e01, e02, e03, e04, e05, e06, e07, e08, e09, e10, e11, e12, e13, e14, e15, e16, e17, e18, e19;
        long e20, e21, e22, e23, e24, e25, e26, e27, e28, e29, e30, e31, e32, e33, e34, e35, e36, e37, e38, e39;
        long f00, f01, f02, f03, f04, f05, f06, f07, f08, f09, f10, f11, f12, f13, f14, f15, f16, f17, f18, f19;
        long f20, f21, f22, f23, f24, f25, f26, f27, f28, f29, f30, f31, f32, f33, f34, f35, f36, f37, f38, f39;
        long g00, g01, g02, g03, g04, g05, g06, g07, g08, g09, g10, g11, g12, g13, g14, g15, g16, g17, g18, g19;
        long g20, g21, g22, g23, g24, g25, g26, g27, g28, g29, g30, g31, g32, g33, g34, g35, g36, g37, g38, g39;
        long h00, h01, h02, h03, h04, h05, h06, h07, h08, h09, h10, h11, h12, h13, h14, h15, h16, h17, h18, h19;
        long h20, h21, h22, h23, h24, h25, h26, h27, h28, h29, h30, h31, h32, h33, h34, h35, h36, h37, h38, h39;
        long i00, i01, i02, i03, i04, i05, i06, i07, i08, i09, i10, i11, i12, i13, i14, i15, i16, i17, i18, i19;
        long i20, i21, i22, i23, i24, i25, i26, i27, i28, i29, i30, i31, i32, i33, i34, i35, i36, i37, i38, i39;
        long j00, j01, j02, j03, j04, j05, j06, j07, j08, j09, j10, j11, j12, j13, j14, j15, j16, j17, j18, j19;
        long j20, j21, j22, j23, j24, j25, j26, j27, j28, j29, j30, j31, j32, j33, j34, j35, j36, j37, j38, j39;
        long k00, k01, k02, k03, k04, k05, k06, k07, k08, k09, k10, k11, k12, k13, k14, k15, k16, k17, k18, k19;
        long k20, k21, k22, k23, k24, k25, k26, k27, k28, k29, k30, k31, k32, k33, k34, k35, k36, k37, k38, k39;
        long l00, l01, l02, l03, l04, l05, l06, l07, l08, l09, l10, l11, l12, l13, l14, l15, l16, l17, l18, l19;
        long l20, l21, l22, l23, l24, l25, l26, l27, l28, l29, l30, l31, l32, l33, l34, l35, l36, l37, l38, l39;
        long m00, m01, m02, m03, m04, m05, m06, m07, m08, m09, m10, m11, m12, m13, m14, m15, m16, m17, m18, m19;
        long m20, m21, m22, m23, m24, m25, m26, m27, m28, m29, m30, m31, m32, m33, m34, m35, m36, m37, m38, m39;
        long n00, n01, n02, n03, n04, n05, n06, n07, n08, n09, n10, n11, n12, n13, n14, n15, n16, n17, n18, n19;
        long n20, n21, n22, n23, n24, n25, n26, n27, n28, n29, n30, n31, n32, n33, n34, n35, n36, n37, n38, n39;
        long o00, o01, o02, o03, o04, o05, o06, o07, o08, o09, o10, o11, o12, o13, o14, o15, o16, o17, o18, o19;
        long o20, o21, o22, o23, o24, o25, o26, o27, o28, o29, o30, o31, o32, o33, o34, o35, o36, o37, o38, o39;
        long p00, p01, p02, p03, p04, p05, p06, p07, p08, p09, p10, p11, p12, p13, p14, p15, p16, p17, p18, p19;
        long p20, p21, p22, p23, p24, p25, p26, p27, p28, p29, p30, p31, p32, p33, p34, p35, p36, p37, p38, p39;
        long q00, q01, q02, q03, q04, q05, q06, q07, q08, q09, q10, q11, q12, q13, q14, q15, q16, q17, q18, q19;
        long q20, q21, q22, q23, q24, q25, q26, q27, q28, q29, q30, q31, q32, q33, q34, q35, q36, q37, q38, q39;
        long r00, r01, r02, r03, r04, r05, r06, r07, r08, r09, r10, r11, r12, r13, r14, r15, r16, r17, r18, r19;
        long r20, r21, r22, r23, r24, r25, r26, r27, r28, r29, r30, r31, r32, r33, r34, r35, r36, r37, r38, r39;
        long s00, s01, s02, s03, s04, s05, s06, s07, s08, s09, s10, s11, s12, s13, s14, s15, s16, s17, s18, s19;
        long s20, s21, s22, s23, s24, s25, s26, s27, s28, s29, s30, s31, s32, s33, s34, s35, s36, s37, s38, s39;
        long t00, t01, t02, t03, t04, t05, t06, t07, t08, t09, t10, t11, t12, t13, t14, t15, t16, t17, t18, t19;
        long t20, t21, t22, t23, t24, t25, t26, t27, t28, t29, t30, t31, t32, t33, t34, t35, t36, t37, t38, t39;
        long u00, u01, u02, u03, u04, u05, u06, u07, u08, u09, u10, u11, u12, u13, u14, u15, u16, u17, u18, u19;
        long u20, u21, u22, u23, u24, u25, u26, u27, u28, u29, u30, u31, u32, u33, u34, u35, u36, u37, u38, u39;
        long v00, v01, v02, v03, v04, v05, v06, v07, v08, v09, v10, v11, v12, v13, v14, v15, v16, v17, v18, v19;
        long v20, v21, v22, v23, v24, v25, v26, v27, v28, v29, v30, v31, v32, v33, v34, v35, v36, v37, v38, v39;
        long w00, w01, w02, w03, w04, w05, w06, w07, w08, w09, w10, w11, w12, w13, w14, w15, w16, w17, w18, w19;
        long w20, w21, w22, w23, w24, w25, w26, w27, w28, w29, w30, w31, w32, w33, w34, w35, w36, w37, w38, w39;
        long x00, x01, x02, x03, x04, x05, x06, x07, x08, x09, x10, x11, x12, x13, x14, x15, x16, x17, x18, x19;
        long x20, x21, x22, x23, x24, x25, x26, x27, x28, x29, x30, x31, x32, x33, x34, x35, x36, x37, x38, x39;
        long y00, y01, y02, y03, y04, y05, y06, y07, y08, y09, y10, y11, y12, y13, y14, y15, y16, y17, y18, y19;
        long y20, y21, y22, y23, y24, y25, y26, y27, y28, y29, y30, y31, y32, y33, y34, y35, y36, y37, y38, y39;
        long z00, z01, z02, z03, z04, z05, z06, z07, z08, z09, z10, z11, z12, z13, z14, z15, z16, z17, z18, z19;
        long z20, z21, z22, z23, z24, z25, z26, z27, z28, z29, z30, z31, z32, z33, z34, z35, z36, z37, z38, z39;
        if (never) {
            y00 = 1; y01 = 1; y02 = 1; y03 = 1; y04 = 1; y05 = 1; y06 = 1; y07 = 1; y08 = 1; y09 = 1; y10 = 1; y11 = 1; y12 = 1; y13 = 1; y14 = 1; y15 = 1; y16 = 1; y17 = 1; y18 = 1; y19 = 1;
            y20 = 1; y21 = 1; y22 = 1; y23 = 1; y24 = 1; y25 = 1; y26 = 1; y27 = 1; y28 = 1; y29 = 1; y30 = 1; y31 = 1; y32 = 1; y33 = 1; y34 = 1; y35 = 1; y36 = 1; y37 = 1; y38 = 1; y39 = 1;
            z00 = 1; z01 = 1; z02 = 1; z03 = 1; z04 = 1; z05 = 1; z06 = 1; z07 = 1; z08 = 1; z09 = 1; z10 = 1; z11 = 1; z12 = 1; z13 = 1; z14 = 1; z15 = 1; z16 = 1; z17 = 1; z18 = 1; z19 = 1;
            z20 = 1; z21 = 1; z22 = 1; z23 = 1; z24 = 1; z25 = 1; z26 = 1; z27 = 1; z28 = 1; z29 = 1; z30 = 1; z31 = 1; z32 = 1; z33 = 1; z34 = 1; z35 = 1; z36 = 1; z37 = 1; z38 = 1; z39 = 1;
            ensureRoom();
        }
    }
    // spotless:on
}
