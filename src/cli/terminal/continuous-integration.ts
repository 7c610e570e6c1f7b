import { appendFileSync } from 'node:fs';
import { annotations, type Job, renderSummary, type Verdict } from '#reporting';
import type { Environment } from '#target';
import type { CommandCall } from '../command.ts';

/** Annotations and the step summary, where GitHub runs this. */
export function annotate({ terminal: { env }, say }: CommandCall, verdict: Verdict): void {
  if (env.GITHUB_ACTIONS !== 'true') return;
  for (const line of annotations(verdict)) say(line);
  const summary = env.GITHUB_STEP_SUMMARY;
  if (summary === undefined || summary === '') return;
  try {
    appendFileSync(summary, renderSummary(verdict));
  } catch {
    say('The step summary could not be written; summary.md holds the same.');
  }
}

const isPage = (url: string | undefined): url is string => url !== undefined && /^https:\/\/\S+$/.test(url);

const jobWith = (
  name: string,
  job: string | undefined,
  url: string | undefined,
  commit: string | undefined,
): Job => ({
  name,
  ...(job ? { job } : {}),
  ...(isPage(url) ? { url } : {}),
  ...(commit ? { commit } : {}),
});

/** The job that makes this run, as the reports name it; undefined where nobody says so. */
export function jobOf(env: Environment): Job | undefined {
  if (env.GITHUB_ACTIONS === 'true') {
    const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository, GITHUB_RUN_ID: id } = env;
    const job = `${env.GITHUB_WORKFLOW ?? 'run'} #${env.GITHUB_RUN_NUMBER ?? ''}`;
    return jobWith('github', job, `${server}/${repository}/actions/runs/${id}`, env.GITHUB_SHA);
  }
  if (env.GITLAB_CI === 'true') return jobWith('gitlab', env.CI_JOB_NAME, env.CI_JOB_URL, env.CI_COMMIT_SHA);
  if (env.JENKINS_URL) return jobWith('jenkins', env.BUILD_TAG, env.BUILD_URL, env.GIT_COMMIT);
  if (env.TF_BUILD) return jobWith('azure', env.BUILD_DEFINITIONNAME, undefined, env.BUILD_SOURCEVERSION);
  return env.CI === 'true' ? jobWith('ci', undefined, undefined, undefined) : undefined;
}
