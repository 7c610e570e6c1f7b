type Members = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Dotted paths of all members, objects before what is in them. */
export const pathsIn = (body: object): readonly string[] =>
  Object.entries(body).flatMap(([name, value]) => [
    name,
    ...(isObject(value) ? pathsIn(value).map((inner) => `${name}.${inner}`) : []),
  ]);

export const valueAt = (body: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>(
      (value, name) => (isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined),
      body,
    );

/** A copy of the body with another value at the path; without the member, where that is undefined. */
export const changedAt = (body: object, path: string, value: unknown): Members => {
  const [name = '', ...inner] = path.split('.');
  const members = body as Members;
  const child = members[name];
  const next = inner.length > 0 && isObject(child) ? changedAt(child, inner.join('.'), value) : value;
  if (next !== undefined) return { ...members, [name]: next };
  const { [name]: _gone, ...others } = members;
  return others;
};
