import { conversations } from './conversations'
import { figures } from './figures'
import { people } from './people'
import { tickets } from './tickets'

export type { FunctionMutant } from './function-mutant'

/** Each changes one token of one function. */
export const functionMutants = [...tickets, ...conversations, ...people, ...figures]
