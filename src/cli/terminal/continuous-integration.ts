import { appendFileSync } from 'node:fs';
import { annotations, type Executor, renderSummary, type Verdict } from '#reporting';
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

const named = (type: string, name: string | undefined, url: string | undefined): Executor => ({
  type,
  name: type,
  ...(name ? { buildName: name } : {}),
  ...(isPage(url) ? { buildUrl: url } : {}),
});

/** The job that makes this run, as the reports name it; undefined where nobody says so. */
export function executorOf(env: Environment): Executor | undefined {
  if (env.GITHUB_ACTIONS === 'true') {
    const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository, GITHUB_RUN_ID: id } = env;
    return named(
      'github',
      `${env.GITHUB_WORKFLOW ?? 'run'} #${env.GITHUB_RUN_NUMBER ?? ''}`,
      `${server}/${repository}/actions/runs/${id}`,
    );
  }
  if (env.GITLAB_CI === 'true') return named('gitlab', env.CI_JOB_NAME, env.CI_JOB_URL);
  if (env.JENKINS_URL) return named('jenkins', env.BUILD_TAG, env.BUILD_URL);
  return env.CI === 'true' ? named('ci', undefined, undefined) : undefined;
}
