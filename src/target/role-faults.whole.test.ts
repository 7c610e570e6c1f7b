import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApi, createTransport, type Transport } from '#client';
import { type Fault, faultFinder, faults, variations } from '#faults';
import { type Sandbox, startSandbox } from '#sandbox';
import { readSeeded } from './read.ts';
import { judgeRoles, readRoles } from './wrong-roles.ts';

let sandbox: Sandbox;
let transport: Transport;

beforeAll(async () => {
  sandbox = await startSandbox({ faults: faultFinder });
  transport = createTransport({
    baseUrl: sandbox.baseUrl,
    concurrency: 16,
    maxRequests: 1_000_000,
    timeoutMs: 60_000,
    readOnly: true,
    money: 'only reading',
  });
});

afterAll(async () => {
  await transport.close();
  await sandbox.close();
});

const judge = async (id: string) => {
  const { service, roles } = readSeeded(sandbox.settings);
  const headers = { 'x-ramp-fault': id, 'x-ramp-world': `roles ${id}` };
  const api = createApi({ transport, key: service?.keys.full ?? '', headers });
  return judgeRoles(await readRoles(api, roles));
};

/**
 * Derived faults of one member matter where the member is one by which roles are known. How keys are refused shows in none of
 * these reads.
 */
const isConcerned = ({ id, requirements }: Fault): boolean =>
  /^[^/]+\/[^/]+$/.test(id)
    ? requirements.some((requirement) => !/\/refuses-an?-\w+-key$/.test(requirement))
    : /^(subaccount|individual-kyc|business-kyc|withdrawal|offramp|conversion)\.(read|list)\/(type|status|id|kyc|data)\//.test(
        id,
      );

test('no fault and no variation of a service is taken for a wrong setting', async () => {
  const ids = [...faults.filter(isConcerned), ...variations].map(({ id }) => id);
  const blamed: string[] = [];
  for (let from = 0; from < ids.length; from += 20)
    await Promise.all(
      ids.slice(from, from + 20).map(async (id) => {
        const wrong = (await judge(id)).filter((each) => each.wrong);
        if (wrong.length > 0) blamed.push(`${id}: ${wrong.map(({ text }) => text).join()}`);
      }),
    );
  expect(ids.length).toBeGreaterThan(500);
  expect(blamed).toEqual([]);
});
