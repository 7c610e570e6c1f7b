import {
  daysKept,
  indent,
  ledgerFiles,
  listed,
  minutes,
  type Pipeline,
  plainNames,
  runCommand,
  secretNames,
} from './pipeline.ts';

const guard = `if ! grep -q '^RAMP_BASE_URL=.' "$CONFORMANCE_SETTINGS"; then
  echo 'The file of the credential ramp-conformance-env sets no RAMP_BASE_URL' >&2
  exit 2
fi`;

export const jenkins: Pipeline = {
  file: 'ramp-conformance.Jenkinsfile',
  shownBy: ['Jenkinsfile'],
  next: 'Make a pipeline of it, and a credential ramp-conformance-env of the kind Secret file: your .env.',
  render: (
    chosen,
  ) => `// Holds the service to its interface document on every change, every night and by hand.
//
// The credential ramp-conformance-env, of the kind Secret file, is the .env with the settings of the target:
//   ${listed([...secretNames, ...plainNames]).replaceAll('\n', '\n//   ')}
pipeline {
  // With Node 20.19 or later, 22.12 or later, or 24, and npm, whose cache stays on the agent.
  agent any
  options {
    // Two runs on one account would see each other's orders: the later one waits, and none is cancelled.
    disableConcurrentBuilds(abortPrevious: false)
    timeout(time: ${minutes}, unit: 'MINUTES')
    buildDiscarder(logRotator(numToKeepStr: '60', artifactDaysToKeepStr: '${daysKept}'))
  }
  triggers {
    cron('H 3 * * *')
  }
  stages {
    stage('Notice') {
      when { expression { env.CHANGE_FORK } }
      steps {
        echo 'Nothing is tested: this change comes from a fork, which is given no keys'
      }
    }
    stage('Conformance') {
      when { not { expression { env.CHANGE_FORK } } }
      steps {
        sh 'npm ci --prefer-offline'
        // The workspace keeps the history of Allure's report, and git the accepted baselines.
        withCredentials([file(credentialsId: 'ramp-conformance-env', variable: 'CONFORMANCE_SETTINGS')]) {
          sh '''
            ${indent(guard, 12)}
            ${indent(runCommand(chosen, '--settings "$CONFORMANCE_SETTINGS"').replaceAll(' \\\n ', ''), 12)}
          '''
        }
      }
      post {
        always {
          junit testResults: 'reports/junit.xml', allowEmptyResults: true
          // Without the ledger, which lists the orders that were placed.
          archiveArtifacts artifacts: 'reports/**', excludes: '${ledgerFiles}', allowEmptyArchive: true
        }
      }
    }
  }
}
`,
};
