import { isRecord } from '#evidence';

/** Dotted paths of all members, objects before what is in them. */
export const pathsIn = (body: object): readonly string[] =>
  Object.entries(body).flatMap(([name, value]) => [
    name,
    ...(isRecord(value) ? pathsIn(value).map((inner) => `${name}.${inner}`) : []),
  ]);

/** A copy of the body with another value at the path; without the member, where that is undefined. */
export const changedAt = (body: object, path: string, value: unknown): object => {
  const [name = '', ...inner] = path.split('.');
  const members = body as Readonly<Record<string, unknown>>;
  const child = members[name];
  const next = inner.length > 0 && isRecord(child) ? changedAt(child, inner.join('.'), value) : value;
  if (next !== undefined) return { ...members, [name]: next };
  const { [name]: _gone, ...others } = members;
  return others;
};
