#!/bin/sh
# For any CI: checks a service against its contract, read-only, and writes reports to ./contract-report.
# Requires CONTENT_BASE_URL and CONTENT_TOKEN in the environment; CONTENT_AUTH_URL and CONTENT_PARAMETERS are optional.
# Exit codes: 0 all checks passed, 1 a check failed, 2 a check could not run or nothing was checked.
set -eu
: "${CONTENT_BASE_URL:?is the address of the service}"
: "${CONTENT_TOKEN:?is an access token}"

npm ci
exec npx content-service-contract-tests check \
  --parameters "${CONTENT_PARAMETERS:-{\}}" \
  --html contract-report/index.html \
  --junit contract-report/junit.xml \
  --json contract-report/report.json
