# Writes build_info.h at every build, so that the commit is that of what was built.
# In: SOURCE, OUT, and the RINGSIDE_ values that configuring knows.
execute_process(COMMAND git -C ${SOURCE} rev-parse --short=12 HEAD
                OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET
                RESULT_VARIABLE failed)
execute_process(COMMAND git -C ${SOURCE} status --porcelain --untracked-files=no
                OUTPUT_VARIABLE changes ERROR_QUIET)
if(failed)
    set(commit "unknown")
elseif(changes)
    string(APPEND commit "-dirty")
endif()
set(RINGSIDE_COMMIT ${commit})
configure_file(${CMAKE_CURRENT_LIST_DIR}/build_info.h.in ${OUT} @ONLY)
