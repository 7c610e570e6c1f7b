import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { azure } from './azure.ts';
import { github } from './github.ts';
import { gitlab } from './gitlab.ts';
import { jenkins } from './jenkins.ts';
import type { Pipeline } from './pipeline.ts';

const pipelines = { github, gitlab, azure, jenkins } as const satisfies Readonly<Record<string, Pipeline>>;

export const pipelineNames = Object.keys(pipelines) as readonly (keyof typeof pipelines)[];

export const pipelineOf = (name: string): Pipeline => {
  const found = pipelineNames.find((each) => each === name);
  if (found === undefined) throw new Error(`there is no pipeline ${name}`);
  return pipelines[found];
};

/** What the project in a folder shows that it uses; GitHub where it shows nothing. */
export const pipelineShownBy = (folder: string): Pipeline =>
  Object.values(pipelines).find(({ shownBy }) => shownBy.some((name) => existsSync(join(folder, name)))) ??
  github;
