// The CI job of a run.
import { cut, type Job, sanitise } from '#reporting';
import type { Environment } from '#target';
import { isHarmless } from '../output/publish.ts';

const isPage = (url: string | undefined): url is string => url !== undefined && /^https:\/\/\S+$/.test(url);

/** Environment variables may contain anything. A text that no report may contain only costs the line about the job. */
const shownJob = (text: string | undefined): string | undefined => {
  const shown = cut(sanitise(text ?? ''), 200);
  return shown === '' || !isHarmless({ file: 'job', text: shown }) ? undefined : shown;
};

const jobWith = (name: string, job: string | undefined, url: string | undefined, commit: string | undefined): Job => ({
  name,
  ...(shownJob(job) ? { job: shownJob(job) } : {}),
  ...(isPage(url) && shownJob(url) ? { url } : {}),
  ...(commit && /^[\da-f]{7,64}$/i.test(commit) ? { commit } : {}),
});

/** The CI job of this run, as the reports name it; undefined if the environment names none. */
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
