/** A change of one token in a function. `from` must occur exactly once in its definition. */
export interface FunctionMutant {
  function: string
  from: string
  to: string
  /** Test files that should fail, as parts of their paths. */
  tests: string[]
}
