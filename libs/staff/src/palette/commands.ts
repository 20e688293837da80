import { allCommands } from './all-commands'
import type { Command, CommandContext } from './command'

/** An available command. */
export interface Offer {
  command: Command
  run: () => void
}

/** The available commands. */
export const offers = (context: CommandContext): Offer[] =>
  allCommands(context).flatMap((command) => {
    const run = command.act(context)
    return run ? [{ command, run }] : []
  })

/** Maps shortcuts to commands; the first command wins. @param allowed filters shortcuts, such as those switched off */
export function bindingsOf(
  offered: readonly Offer[],
  allowed: (command: Command, keys: string) => boolean,
): Map<string, Offer> {
  const bindings = new Map<string, Offer>()
  for (const offer of offered)
    for (const keys of offer.command.keys)
      if (!bindings.has(keys) && allowed(offer.command, keys)) bindings.set(keys, offer)
  return bindings
}
