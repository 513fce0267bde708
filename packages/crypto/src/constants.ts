/** The `scheme` of every stamp: ECDSA on P-256 with SHA-256. */
export const STAMP_SCHEME = 'SIGNATURE_SCHEME_TK_API_P256';

/** The HPKE `info` of a sealed session key, as text; its ASCII bytes go into the key schedule. */
export const HPKE_INFO = 'turnkey_hpke';

/** Key agreement on P-256, as WebCrypto names it. */
export const ECDH_P256 = { name: 'ECDH', namedCurve: 'P-256' } as const;

/** Signatures on P-256, as WebCrypto names it. */
export const ECDSA_P256 = { name: 'ECDSA', namedCurve: 'P-256' } as const;

/** Bytes of a P-256 scalar, of a coordinate, and of each half of a raw signature. */
export const SCALAR_BYTES = 32;

/** Bytes of a compressed SEC1 point. */
export const COMPRESSED_POINT_BYTES = 33;

/** Bytes of an uncompressed SEC1 point. */
export const UNCOMPRESSED_POINT_BYTES = 65;

/** Bytes of a raw (r then s) P-256 signature. */
export const RAW_SIGNATURE_BYTES = 64;

/** Bytes of a sealed key: compressed encapsulated key (33), ciphertext (32), tag (16). */
export const SEALED_KEY_BYTES = 81;

/**
 * Characters of the longest text that is decoded as a sealed key. 85 bytes (81 and the checksum)
 * need at most 117; base58 decoding is quadratic, so longer text is refused before it is decoded.
 */
export const SEALED_KEY_MAX_CHARACTERS = 128;

/** The order of the P-256 group. */
export const CURVE_ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

/** The largest s of a low-S signature: half of the order, rounded down. */
export const MAX_LOW_S = 0x7fffffff800000007fffffffffffffffde737d56d38bcf4279dce5617e3192a8n;
