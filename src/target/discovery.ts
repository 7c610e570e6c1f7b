import type { ReadPage } from './listing.ts';

const mostOfframps = 6;
const mostConversions = 3;

/** One offramp of each status, because the settlement depends on it. */
export async function discoverOfframps(readPage: ReadPage, limit: number): Promise<readonly string[]> {
  const seen = await readPage('offramp.list', { limit });
  const byStatus = new Map<unknown, string>();
  for (const { id, status } of seen?.items ?? [])
    if (typeof id === 'string' && seen?.ids.includes(id) && !byStatus.has(status)) byStatus.set(status, id);
  return [...byStatus.values()].slice(0, mostOfframps);
}

export async function discoverConversions(readPage: ReadPage, limit: number): Promise<readonly string[]> {
  const seen = await readPage('conversion.list', { limit });
  return [...new Set(seen?.ids)].slice(0, mostConversions);
}
