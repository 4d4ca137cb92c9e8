# Builds for another architecture with Debian's cross compiler:
#   cmake --toolchain cmake/cross.cmake -DRINGSIDE_ARCH=s390x -DRINGSIDE_SYSROOT=FOLDER ...
# RINGSIDE_ARCH is i386, aarch64 or s390x. The folder holds the C library and the libraries that
# the project stands on, as scripts/sysroot.sh fills it; the programs run in qemu-user, and so do
# the tests.
set(CMAKE_TRY_COMPILE_PLATFORM_VARIABLES RINGSIDE_ARCH RINGSIDE_SYSROOT)
if(RINGSIDE_ARCH STREQUAL "i386")
    set(compiler_prefix i686-linux-gnu)
    set(CMAKE_LIBRARY_ARCHITECTURE i386-linux-gnu)
elseif(RINGSIDE_ARCH MATCHES "^(aarch64|s390x)$")
    set(compiler_prefix ${RINGSIDE_ARCH}-linux-gnu)
    set(CMAKE_LIBRARY_ARCHITECTURE ${compiler_prefix})
else()
    message(FATAL_ERROR "RINGSIDE_ARCH is '${RINGSIDE_ARCH}': give i386, aarch64 or s390x")
endif()
if(NOT IS_DIRECTORY "${RINGSIDE_SYSROOT}/usr/include")
    message(FATAL_ERROR "RINGSIDE_SYSROOT is '${RINGSIDE_SYSROOT}', which has no usr/include: "
                        "scripts/sysroot.sh ${RINGSIDE_ARCH} FOLDER fills one")
endif()

set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR ${RINGSIDE_ARCH})
set(CMAKE_C_COMPILER ${compiler_prefix}-gcc)
set(CMAKE_CXX_COMPILER ${compiler_prefix}-g++)
set(CMAKE_SYSROOT ${RINGSIDE_SYSROOT})
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-${RINGSIDE_ARCH} -L ${RINGSIDE_SYSROOT})

set(CMAKE_FIND_ROOT_PATH ${RINGSIDE_SYSROOT})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
set(ENV{PKG_CONFIG_DIR} "")
set(ENV{PKG_CONFIG_SYSROOT_DIR} ${RINGSIDE_SYSROOT})
string(CONCAT pkg_config_folders ${RINGSIDE_SYSROOT}/usr/lib/${CMAKE_LIBRARY_ARCHITECTURE}/pkgconfig
              ":${RINGSIDE_SYSROOT}/usr/share/pkgconfig")
set(ENV{PKG_CONFIG_LIBDIR} ${pkg_config_folders})
