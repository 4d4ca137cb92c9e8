# A locale with decimal commas for the tests, in build/tests/locale: machines have the sources of
# locales (package locales) rather than this one. Tests find it by LOCPATH.
set(comma_locale ${CMAKE_BINARY_DIR}/tests/locale)
find_program(RINGSIDE_LOCALEDEF localedef)
if(RINGSIDE_LOCALEDEF AND NOT EXISTS ${comma_locale}/de_DE.UTF-8/LC_NUMERIC)
    file(MAKE_DIRECTORY ${comma_locale})
    execute_process(COMMAND ${RINGSIDE_LOCALEDEF} -i de_DE -f UTF-8 ${comma_locale}/de_DE.UTF-8
                    RESULT_VARIABLE ignored OUTPUT_QUIET ERROR_QUIET)
endif()
