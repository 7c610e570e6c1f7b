/** A workflow to start from; the secrets and variables are set in the repository's own settings. */
export const workflow = `# Holds the service to its interface document on every change, every night and by hand.
name: ramp-conformance
on:
  pull_request:
  schedule:
    - cron: '17 3 * * *'
  workflow_dispatch:

permissions:
  contents: read

# Two runs on one account would see each other's orders.
concurrency:
  group: ramp-conformance

jobs:
  conformance:
    runs-on: ubuntu-latest
    timeout-minutes: 30
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with:
          node-version: 22
      - run: npm ci
      # Settings that are no secret stand here or in the variables of the repository; .env.example lists all.
      # Named, so that a variable which is not set is refused rather than taken for the embedded sandbox.
      - run: npx ramp-conformance run --base-url "$RAMP_BASE_URL"
        env:
          RAMP_BASE_URL: \${{ vars.RAMP_BASE_URL }}
          RAMP_API_KEY: \${{ secrets.RAMP_API_KEY }}
          RAMP_RESTRICTED_API_KEY: \${{ secrets.RAMP_RESTRICTED_API_KEY }}
          RAMP_MONEY_HOST: \${{ vars.RAMP_MONEY_HOST }}
          RAMP_INDIVIDUAL_SUBACCOUNT_ID: \${{ vars.RAMP_INDIVIDUAL_SUBACCOUNT_ID }}
          RAMP_BUSINESS_SUBACCOUNT_ID: \${{ vars.RAMP_BUSINESS_SUBACCOUNT_ID }}
      - uses: actions/upload-artifact@v4
        if: always()
        with:
          name: conformance-reports
          path: reports
`;
