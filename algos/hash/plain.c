/* plain.c - crc32, fnv1a and identity: hashes that are no good, and no hash at all
 *
 * CRC-32 and FNV-1a are what much deployed software uses; on labels and keys that differ in their
 * last digits they spread badly, and the tables show it. identity lets a caller bring digests.
 */
#include "core/strategy.h"

#include <zlib.h>

static enum rs_status crc32_digest(struct rs_bytes key, uint64_t seed, uint64_t *digest)
{
    (void)seed;
    *digest = crc32_z(0, (const unsigned char *)key.at, key.n_bytes);
    return RS_OK;
}

static enum rs_status fnv1a_digest(struct rs_bytes key, uint64_t seed, uint64_t *digest)
{
    (void)seed;
    uint64_t hash = 0xcbf29ce484222325u;
    for (size_t i = 0; i < key.n_bytes; i++)
        hash = (hash ^ (unsigned char)key.at[i]) * 0x100000001b3u;
    *digest = hash;
    return RS_OK;
}

static enum rs_status identity_digest(struct rs_bytes key, uint64_t seed, uint64_t *digest)
{
    (void)seed;
    uint64_t number = 0;
    for (size_t i = 0; i < key.n_bytes; i++) {
        unsigned value = (unsigned char)key.at[i] - (unsigned)'0';
        if (value > 9 || number > (UINT64_MAX - value) / 10)
            return RS_EINVAL;
        number = number * 10 + value;
    }
    if (!key.n_bytes)
        return RS_EINVAL;
    *digest = number;
    return RS_OK;
}

const struct rs_hash rs_hash_crc32 = {
    .abi = RS_ABI,
    .name = "crc32",
    .summary = "CRC-32 (ISO-HDLC); spreads similar keys badly",
    .origin = "zlib",
    .n_bits = 32,
    .any_bytes = true,
    .digest = crc32_digest,
};

const struct rs_hash rs_hash_fnv1a = {
    .abi = RS_ABI,
    .name = "fnv1a",
    .summary = "FNV-1a, 64 bits; spreads similar keys badly",
    .origin = "Fowler, Noll and Vo",
    .n_bits = 64,
    .any_bytes = true,
    .digest = fnv1a_digest,
};

const struct rs_hash rs_hash_identity = {
    .abi = RS_ABI,
    .name = "identity",
    .summary = "a decimal number below 2^64 is its own digest",
    .origin = "ringside",
    .n_bits = 64,
    .digest = identity_digest,
};
