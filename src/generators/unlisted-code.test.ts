import { keepsTheLaws } from './laws.test.support.ts';
import { unlistedCode } from './orders.ts';

const space = {
  listed: ['KSA', 'KS'],
  real: [['ksa', ' KSA', 'XYZ']],
  lookAlikes: ['\u212a\u017fA', 'ks\n', 'Z'],
};

keepsTheLaws(
  'unlistedCode',
  () => unlistedCode(space),
  (code) => !/^\s*ksa?\s*$/iu.test(code),
);
