import { defaultPolicies } from '#sandbox';
import type { PlantedFault } from '../planted.ts';
import { cutting, paging, sown, start } from './pagination-slip.ts';

const right = defaultPolicies.pagination;

const limitFaults = [
  ...sown(['keeps-to-the-limit'], {
    'pagination/one-item-too-many': [
      'A page has one item more than its limit.',
      cutting((page) => [start(page), start(page) + page.limit + 1]),
    ],
    'pagination/least-of-ten': [
      'A page has at least ten items.',
      cutting((page) => [start(page), start(page) + Math.max(page.limit, 10)]),
    ],
  }),
  ...sown(['keeps-to-the-limit', 'heeds-the-limit'], {
    'pagination/limit-ignored': ['Every page has all items.', cutting((_page, count) => [0, count])],
  }),
  ...sown(['heeds-the-limit'], {
    'pagination/limit-never-read': [
      'The limit is always 10, and is echoed as such.',
      paging({ clamp: () => 10 }),
    ],
    'pagination/pages-of-two': [
      'A page has two items at least.',
      cutting((page) => [start(page), start(page) + Math.max(page.limit, 2)]),
    ],
  }),
  ...sown(['heeds-the-page', 'shows-an-item-once', 'loses-no-item'], {
    'pagination/page-ignored': ['Every page is the first.', cutting(({ limit }) => [0, limit])],
  }),
  ...sown(['heeds-the-page'], {
    'pagination/pages-in-pairs': [
      'Two pages at a time are the same.',
      cutting((page) => {
        const from = Math.floor((page.page - 1) / 2) * page.limit;
        return [from, from + page.limit];
      }),
    ],
  }),
];

const walkFaults = [
  ...sown(['shows-an-item-once'], {
    'pagination/pages-overlap': [
      'A page begins with the last item of the one before.',
      cutting((page) => [start(page) - (page.page > 1 ? 1 : 0), start(page) + page.limit]),
    ],
    'pagination/last-item-again': [
      'The last page begins again with the first item.',
      paging({
        cut: (items, page) => {
          const cut = right.cut(items, page);
          const [first] = items;
          return first !== undefined && cut.length > 0 && cut.length < page.limit ? [...cut, first] : cut;
        },
      }),
    ],
  }),
  ...sown(['loses-no-item'], {
    'pagination/item-lost-between': [
      'An item is lost between two pages.',
      cutting((page) => [
        start(page) + (page.page > 1 ? 1 : 0),
        start(page) + page.limit + (page.page > 1 ? 1 : 0),
      ]),
    ],
    'pagination/last-page-lost': [
      'The last page is not reached.',
      cutting((page, count) =>
        start(page) + page.limit > count && page.page > 1 ? [0, 0] : [start(page), start(page) + page.limit],
      ),
    ],
  }),
  ...sown(['fills-inner-pages', 'loses-no-item'], {
    'pagination/last-of-each-lost': [
      'Each page lacks its last item.',
      cutting((page) => [start(page), start(page) + page.limit - 1]),
    ],
  }),
  ...sown(['fills-inner-pages'], {
    'pagination/second-page-short': [
      'The second page is short.',
      cutting((page) => [start(page), start(page) + page.limit - (page.page === 2 ? 2 : 0)]),
    ],
  }),
];

/** Pages that are cut wrongly, the same for both listings. */
export const paginationFaults: readonly PlantedFault[] = [...limitFaults, ...walkFaults];
