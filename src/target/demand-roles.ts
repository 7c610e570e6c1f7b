import type { Api } from '#client';
import type { Target } from '#contract';
import { readRoles } from './role-reads.ts';
import { WrongRoles } from './unreachable.ts';
import { judgeRoles } from './wrong-roles.ts';

/**
 * Reads what the settings name, before anything is blamed on the service; resolves to what the user should know.
 * @throws WrongRoles
 */
export async function demandRoles(
  api: Api,
  { label, roles }: Pick<Target, 'label' | 'roles'>,
): Promise<readonly string[]> {
  const { problems, notes } = judgeRoles(await readRoles(api, roles));
  if (problems.length > 0) throw new WrongRoles(label, problems);
  return notes;
}
