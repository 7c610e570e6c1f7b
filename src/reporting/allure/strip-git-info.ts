import type { AllureReport } from '@allurereport/core';

type Config = ConstructorParameters<typeof AllureReport>[0];
type Instance = NonNullable<Config['plugins']>[number];
type Context = Parameters<NonNullable<Instance['plugin']['done']>>[0];

const without = ({ ci, ...context }: Context): Context =>
  ci === undefined || String(ci.type) === 'local' ? context : { ...context, ci };

const withoutGit = ({ plugin, ...instance }: Instance): Instance => ({
  ...instance,
  plugin: {
    start: async (context, store, realtime) => plugin.start?.(context, store, realtime),
    update: async (context, store) => plugin.update?.(without(context), store),
    done: async (context, store) => plugin.done?.(without(context), store),
    info: async (context, store) => plugin.info?.(without(context), store),
  },
});

/**
 * Outside a CI Allure asks Git for the folder, the branch and the origin of whatever repository the command is called in,
 * and writes them into its page: a report that is mailed to a vendor would show them. In a CI it still knows the job.
 */
export const stripGitInfo = (config: Config): Config => ({
  ...config,
  plugins: (config.plugins ?? []).map(withoutGit),
});
