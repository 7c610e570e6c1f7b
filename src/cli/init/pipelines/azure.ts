import {
  historyFile,
  indent,
  listed,
  minutes,
  type Pipeline,
  plainNames,
  requireComment,
  runCommand,
  secretNames,
} from './pipeline.ts';

/** Azure leaves `$(NAME)` as it stands where nothing of the name is set. */
const unset = (name: string): string => `case "$${name}" in ?'(${name})') unset ${name} ;; esac`;

const guard = `${unset('RAMP_API_KEY')}
if [ -n "$RAMP_API_KEY" ]; then
  echo '##vso[task.setvariable variable=keysThere]true'
elif [ "$FORK" = True ]; then
  echo '##vso[task.logissue type=warning]Nothing was tested: this change comes from a fork, which is given no secrets'
else
  echo '##vso[task.logissue type=error]RAMP_API_KEY is not set; add it to the variable group ramp-conformance'
  exit 2
fi`;

const keptHistory = '.allure-history';
const [, historyName = ''] = historyFile.split('/');

const there = "eq(variables['keysThere'], 'true')";

const preparation = `# Holds the service to its interface document on every change, every night and by hand.
#
# The variable group ramp-conformance holds the settings. The keys are secret variables there:
#   ${listed(secretNames).replaceAll('\n', '\n#   ')}
# Others:
#   ${listed(plainNames).replaceAll('\n', '\n#   ')}
# How long reports are kept is set under Project settings, Pipelines, Retention; no pipeline can.
trigger:
  batch: true
  branches:
    include:
      - main
pr:
  # A run that is cancelled leaves orders of unknown outcome.
  autoCancel: false
  branches:
    include:
      - '*'
schedules:
  - cron: '17 3 * * *'
    displayName: Nightly
    branches:
      include:
        - main
    always: true

# Two runs on one account would see each other's orders: with an Exclusive Lock on the variable group the later one waits.
lockBehavior: sequential

variables:
  - group: ramp-conformance
  - name: npm_config_cache
    value: $(Pipeline.Workspace)/.npm

jobs:
  - job: conformance
    timeoutInMinutes: ${minutes}
    pool:
      vmImage: ubuntu-latest
    steps:
      # Brings the accepted baselines too: reports/baselines belongs into git.
      - checkout: self
        persistCredentials: false
      - script: |
          ${indent(guard, 10)}
        displayName: Look for the keys
        env:
          RAMP_API_KEY: $(RAMP_API_KEY)
          FORK: $(System.PullRequest.IsFork)
      - task: NodeTool@0
        condition: and(succeeded(), ${there})
        inputs:
          versionSpec: 22.x
      - task: Cache@2
        displayName: Cache of npm
        condition: and(succeeded(), ${there})
        inputs:
          key: '"npm" | "$(Agent.OS)" | package-lock.json'
          path: $(npm_config_cache)
      # Saved where the job passes, which is all that Azure offers.
      - task: Cache@2
        displayName: History of Allure's report
        condition: and(succeeded(), ${there})
        inputs:
          key: '"ramp-conformance-history" | "$(Build.BuildId)"'
          restoreKeys: '"ramp-conformance-history"'
          path: ${keptHistory}
      - script: npm ci
        displayName: Install
        condition: and(succeeded(), ${there})
      # Named, so that a variable which is not set is refused rather than taken for the embedded sandbox.
`;

const keeping = `      - task: PublishTestResults@2
        condition: and(succeededOrFailed(), ${there})
        inputs:
          testResultsFormat: JUnit
          testResultsFiles: reports/junit.xml
          testRunTitle: ramp-conformance
      # Without the ledger, which lists the orders that were placed.
      - task: CopyFiles@2
        condition: and(succeededOrFailed(), ${there})
        inputs:
          sourceFolder: reports
          contents: |
            **
            !ledger*.jsonl
          targetFolder: $(Build.ArtifactStagingDirectory)/reports
      - task: PublishPipelineArtifact@1
        condition: and(succeededOrFailed(), ${there})
        inputs:
          targetPath: $(Build.ArtifactStagingDirectory)/reports
          artifact: conformance-reports-$(System.JobAttempt)
`;

export const azure: Pipeline = {
  file: 'ramp-conformance.azure-pipelines.yml',
  shownBy: ['azure-pipelines.yml', '.azuredevops'],
  next: 'Make a pipeline of it and the variable group ramp-conformance, with an Exclusive Lock among its checks.',
  render: (chosen) => `${preparation}      - script: |
          ${indent(secretNames.map(unset).join('\n'), 10)}
          mkdir -p reports ${keptHistory}
          if [ -f ${keptHistory}/${historyName} ]; then cp ${keptHistory}/${historyName} reports; fi
          code=0
          ${indent(`${requireComment(chosen)}${runCommand(chosen)} || code=$?`, 10)}
          if [ -f ${historyFile} ]; then cp ${historyFile} ${keptHistory}; fi
          exit "$code"
        displayName: Hold the service to the document
        condition: and(succeeded(), ${there})
        env:
          ${indent(secretNames.map((name) => `${name}: $(${name})`).join('\n'), 10)}
${keeping}`,
};
