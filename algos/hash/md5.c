/* md5.c - the first and the last 8 bytes of MD5, big-endian
 *
 * Through OpenSSL's EVP interface: the algorithm is fetched once, and each thread has a context of
 * its own that goes with the thread (OpenSSL's own memory, not the placement's). Where the library
 * refuses MD5, as its FIPS provider does, both hashes are unavailable and nothing else computes
 * them.
 * Source: RFC 1321.
 */
#include "core/strategy.h"

#include <openssl/evp.h>
#include <pthread.h>

static pthread_once_t md5_once = PTHREAD_ONCE_INIT;
static pthread_key_t md5_context;
static EVP_MD *md5; /* NULL: refused */
static bool md5_has_key;

static void md5_free_context(void *context)
{
    EVP_MD_CTX_free(context);
}

static void md5_fetch(void)
{
    md5_has_key = pthread_key_create(&md5_context, md5_free_context) == 0;
    md5 = EVP_MD_fetch(NULL, "MD5", NULL);
}

#if defined __has_feature
#if __has_feature(memory_sanitizer)
#define MD5_UNSEEN 1 /* what OpenSSL writes counts as never written */
#endif
#endif

static const char *md5_unavailable(void)
{
#ifdef MD5_UNSEEN
    return "MemorySanitizer does not see into OpenSSL";
#endif
    if (pthread_once(&md5_once, md5_fetch) || !md5_has_key)
        return "no thread-specific memory is left";
    return md5 ? NULL : "OpenSSL refuses MD5 (FIPS provider?)";
}

static EVP_MD_CTX *md5_thread_context(void)
{
    EVP_MD_CTX *context = pthread_getspecific(md5_context);
    if (context)
        return context;
    context = EVP_MD_CTX_new();
    if (context && pthread_setspecific(md5_context, context)) {
        EVP_MD_CTX_free(context);
        return NULL;
    }
    return context;
}

static enum rs_status md5_bytes(struct rs_bytes key, unsigned char digest[16])
{
    if (md5_unavailable())
        return RS_EUNSUPPORTED;
    EVP_MD_CTX *context = md5_thread_context();
    if (!context)
        return RS_ENOMEM;
    bool done = EVP_DigestInit_ex2(context, md5, NULL) == 1 &&
                EVP_DigestUpdate(context, key.at, key.n_bytes) == 1 &&
                EVP_DigestFinal_ex(context, digest, NULL) == 1;
    return done ? RS_OK : RS_EUNSUPPORTED;
}

static uint64_t md5_big_endian(const unsigned char bytes[8])
{
    uint64_t number = 0;
    for (int i = 0; i < 8; i++)
        number = number << 8 | bytes[i];
    return number;
}

static enum rs_status md5_half(struct rs_bytes key, size_t at, uint64_t *digest)
{
    unsigned char bytes[16];
    enum rs_status status = md5_bytes(key, bytes);
    if (!status)
        *digest = md5_big_endian(bytes + at);
    return status;
}

static enum rs_status md5_first(struct rs_bytes key, uint64_t seed, uint64_t *digest)
{
    (void)seed;
    return md5_half(key, 0, digest);
}

static enum rs_status md5_last(struct rs_bytes key, uint64_t seed, uint64_t *digest)
{
    (void)seed;
    return md5_half(key, 8, digest);
}

const struct rs_hash rs_hash_md5 = {
    .abi = RS_ABI,
    .name = "md5",
    .summary = "MD5, the first 8 bytes, big-endian",
    .origin = "RFC 1321, by OpenSSL",
    .n_bits = 64,
    .any_bytes = true,
    .unavailable = md5_unavailable,
    .digest = md5_first,
};

const struct rs_hash rs_hash_md5low = {
    .abi = RS_ABI,
    .name = "md5low",
    .summary = "MD5, the last 8 bytes, big-endian",
    .origin = "RFC 1321, by OpenSSL",
    .n_bits = 64,
    .any_bytes = true,
    .unavailable = md5_unavailable,
    .digest = md5_last,
};
