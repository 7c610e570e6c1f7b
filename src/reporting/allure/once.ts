const opening = 'Promise.allSettled([d(';
const between = '),d(';
const closing = ')])';

/**
 * Allure puts the same data into its page again and again: the tree and the search index of all environments and of the
 * only one, and every exchange as often as it is attached. From the second time on, the first is referred to. A page that
 * is made otherwise stays as it is.
 */
export const tellOnce = (page: string): string => {
  const begin = page.indexOf(opening) + opening.length;
  const end = page.indexOf(closing, begin);
  if (begin < opening.length || end < 0) return page;
  const firsts = new Map<string, string>();
  const calls = page.slice(begin, end).split(between);
  const told = calls.map((call) => {
    const comma = call.indexOf(',');
    const [name, value] = [call.slice(0, comma), call.slice(comma + 1)];
    const first = firsts.get(value);
    if (first !== undefined) return `${name},allureReportData[${first}]`;
    firsts.set(value, name);
    return call;
  });
  return page.slice(0, begin) + told.join(between) + page.slice(end);
};
