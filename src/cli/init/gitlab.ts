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

const guard = `if [ -z "$RAMP_API_KEY" ]; then
  if [ -n "$CI_MERGE_REQUEST_SOURCE_PROJECT_ID" ] && [ "$CI_MERGE_REQUEST_SOURCE_PROJECT_ID" != "$CI_MERGE_REQUEST_PROJECT_ID" ]; then
    echo 'Notice: nothing was tested, because this merge request comes from a fork, which is given no keys'
    exit 0
  fi
  echo 'RAMP_API_KEY is not set; add it to the CI/CD variables of the project' >&2
  exit 2
fi`;

/** Comma-separated names, wrapped for a comment. */
const listed = (names: readonly string[]): string => names.join(', ').replace(/(.{60,90},) /g, '$1\n#   ');

const file = 'ramp-conformance.gitlab-ci.yml';

export const gitlab: Pipeline = {
  file,
  shownBy: ['.gitlab-ci.yml', '.gitlab'],
  next: `Add "include: [{ local: ${file} }]" to .gitlab-ci.yml, and set the RAMP_* variables in the CI/CD settings of the project.`,
  render: (
    requires,
  ) => `# Holds the service to its interface document on every merge request, on schedules and by hand. In .gitlab-ci.yml:
#   include:
#     - local: ${file}
#
# Every variable of the project's CI/CD settings reaches the job. Mask the keys:
#   ${listed(secretNames)}
# Others:
#   ${listed(plainNames)}
ramp-conformance:
  stage: test
  image: node:22
  timeout: ${minutes} minutes
  # Two runs on one account would see each other's orders: the later one waits.
  resource_group: ramp-conformance
  # A run that is cancelled leaves orders of unknown outcome.
  interruptible: false
  rules:
    - if: $CI_PIPELINE_SOURCE == "merge_request_event"
    - if: $CI_PIPELINE_SOURCE == "schedule"
    - if: $CI_PIPELINE_SOURCE == "web"
  cache:
    - key:
        files:
          - package-lock.json
      paths:
        - .npm/
    # The history of Allure's report. Accepted baselines belong into git.
    - key: ramp-conformance-history
      paths:
        - ${historyFile}
      when: always
  script:
    - |
      ${indent(guard, 6)}
    - npm ci --cache .npm --prefer-offline
    # Named, so that a variable which is not set is refused rather than taken for the embedded sandbox.
    - |
      ${indent(runCommand(requires), 6)}
  artifacts:
    when: always
    expire_in: ${daysKept} days
    paths:
      - reports/
    # It lists the orders that were placed.
    exclude:
      - ${ledgerFiles}
    reports:
      junit: reports/junit.xml
`,
};
