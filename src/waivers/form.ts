import { z } from 'zod';
import { line } from '#contract';

const day = z.iso.date('must be a day that exists, as YYYY-MM-DD');

const waiverForm = z.strictObject({
  id: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/, 'must be letters, digits, dots, dashes and underscores')
    .describe('name of the waiver, its own in this file'),
  requirement: line(120).describe('exact id of the requirement that the finding belongs to'),
  finding: z
    .string()
    .regex(/^[A-Z][A-Z0-9_]{1,79}$/, 'must be the code of a finding, such as WRONG_STATUS')
    .describe('code of the finding'),
  where: line(300).describe(
    'place of the finding: a JSON path, `status` or `header <name>`; `[]` is any index, `*` any one name',
  ),
  observed: line(300).describe('the observation, as the finding reports it; `*` stands for any text'),
  targets: z
    .array(line(200))
    .min(1, 'must name a target')
    .max(50, 'must name at most 50 targets')
    .describe('labels of the targets, as the report names them: the host, or `embedded sandbox`'),
  reason: z.string().trim().min(10, 'must say in a sentence why').max(600).describe('why it is tolerated'),
  owner: line(120).describe('who sees to its end'),
  approvedBy: line(120).describe('who agreed; another than the owner'),
  approvedOn: day.describe('day of the approval'),
  expires: day.describe('last day in force; at most 90 days after the approval'),
  ticket: line(200).optional().describe('where the work on it is followed'),
});

export const waiverFileForm = z
  .strictObject({
    $schema: z.string().optional(),
    format: z.literal(1, 'must be 1, the format that this version reads'),
    waivers: z.array(waiverForm).max(500, 'must be at most 500 waivers'),
  })
  .meta({ title: 'Known deviations that a run of ramp-conformance tolerates' });

export type Waiver = z.infer<typeof waiverForm>;
