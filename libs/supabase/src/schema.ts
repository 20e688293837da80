/**
 * The parts of zod/mini that remotes use, shared like the clients: bundled by a remote they would cost it 7 kB.
 */
export {
  _default,
  array,
  boolean,
  catch,
  enum,
  gte,
  guid,
  int,
  keyof,
  literal,
  lte,
  maxLength,
  minLength,
  nullable,
  nullish,
  number,
  object,
  omit,
  optional,
  parse,
  pick,
  record,
  refine,
  safeParse,
  string,
  trim,
  union,
  unknown,
} from 'zod/mini'
export type { infer, output, ZodMiniType } from 'zod/mini'
