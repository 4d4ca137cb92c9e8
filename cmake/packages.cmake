# What the project stands on; docs/dependencies.md says why each.
find_package(Threads REQUIRED)
find_package(OpenSSL 3.0 REQUIRED COMPONENTS Crypto)
find_package(ZLIB REQUIRED)
find_package(benchmark 1.7 REQUIRED)
find_package(PkgConfig REQUIRED)
pkg_check_modules(XXHASH REQUIRED IMPORTED_TARGET libxxhash) # it has no CMake config
pkg_check_modules(JANSSON REQUIRED IMPORTED_TARGET jansson)
pkg_check_modules(CMOCKA REQUIRED IMPORTED_TARGET cmocka) # nor an imported target

# For real servers and one example; all else is built without it.
pkg_check_modules(LIBMEMCACHED IMPORTED_TARGET libmemcached)
