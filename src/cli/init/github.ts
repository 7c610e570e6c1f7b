import {
  daysKept,
  historyFile,
  indent,
  ledgerFiles,
  minutes,
  type Pipeline,
  plainNames,
  runCommand,
  secretNames,
} from './pipeline.ts';

/** Named by the digest of a commit, because a tag can be moved. */
const actions = {
  checkout: 'actions/checkout@11bd71901bbe5b1630ceea73d27597364c9af683 # v4.2.2',
  node: 'actions/setup-node@49933ea5288caeca8642d1e84afbd3f7d6820020 # v4.4.0',
  restore: 'actions/cache/restore@5a3ec84eff668545956fd18022155c47e93e2684 # v4.2.3',
  save: 'actions/cache/save@5a3ec84eff668545956fd18022155c47e93e2684 # v4.2.3',
  upload: 'actions/upload-artifact@ea165f8d65b6e75b540449e92b4886f43607fa02 # v4.6.2',
};

const value = (source: string, name: string): string => `${name}: \${{ ${source}.${name} }}`;

const guard = `if [ -n "$RAMP_API_KEY" ]; then
  echo 'there=true' >> "$GITHUB_OUTPUT"
elif [ "$UNTRUSTED" = true ]; then
  echo 'there=false' >> "$GITHUB_OUTPUT"
  echo '::notice title=ramp-conformance::Nothing was tested: this change comes from a fork or a bot, which is given no secrets'
else
  echo '::error title=ramp-conformance::RAMP_API_KEY is not set; add it to the secrets of the repository'
  exit 2
fi`;

const there = "steps.keys.outputs.there == 'true'";

const history = 'ramp-conformance-history-';

const untrusted = "github.event.pull_request.head.repo.fork == true || github.actor == 'dependabot[bot]'";

const preparation = `# Holds the service to its interface document on every change, every night and by hand.
name: ramp-conformance
on:
  pull_request:
  schedule:
    - cron: '17 3 * * *'
  workflow_dispatch:

permissions:
  contents: read

# Two runs on one account would see each other's orders, and a run that is cancelled leaves orders of unknown outcome.
concurrency:
  group: ramp-conformance
  cancel-in-progress: false

jobs:
  conformance:
    runs-on: ubuntu-latest
    timeout-minutes: ${minutes}
    steps:
      - name: Look for the keys
        id: keys
        env:
          ${value('secrets', 'RAMP_API_KEY')}
          UNTRUSTED: \${{ ${untrusted} }}
        run: |
          ${indent(guard, 10)}
      # Brings the accepted baselines too: reports/baselines belongs into git.
      - uses: ${actions.checkout}
        if: ${there}
        with:
          persist-credentials: false
      - uses: ${actions.node}
        if: ${there}
        with:
          node-version: 22
          cache: npm
      - name: Install
        if: ${there}
        run: npm ci
      - name: Restore the history of Allure's report
        if: ${there}
        uses: ${actions.restore}
        with:
          path: ${historyFile}
          key: ${history}\${{ github.run_id }}-\${{ github.run_attempt }}
          restore-keys: ${history}
      # Named, so that a variable which is not set is refused rather than taken for the embedded sandbox.
`;

const keeping = `      - name: Save the history of Allure's report
        if: always() && ${there}
        uses: ${actions.save}
        with:
          path: ${historyFile}
          key: ${history}\${{ github.run_id }}-\${{ github.run_attempt }}
      # Without the ledger, which lists the orders that were placed.
      - uses: ${actions.upload}
        if: always() && ${there}
        with:
          name: conformance-reports
          path: |
            reports
            !${ledgerFiles}
          if-no-files-found: ignore
          retention-days: ${daysKept}
`;

export const github: Pipeline = {
  file: '.github/workflows/ramp-conformance.yml',
  shownBy: ['.github'],
  next: 'Set the RAMP_* variables and secrets in the settings of the repository.',
  render: (requires) => `${preparation}      - name: Hold the service to the document
        if: ${there}
        run: |
          ${indent(runCommand(requires), 10)}
        env:
          ${indent([...secretNames.map((name) => value('secrets', name)), ...plainNames.map((name) => value('vars', name))].join('\n'), 10)}
${keeping}`,
};
