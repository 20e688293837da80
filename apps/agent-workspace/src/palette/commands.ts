import { allCommands } from './all-commands'
import type { Command, CommandContext } from './command'

/** A command that can be given now. */
export interface Offer {
  command: Command
  run: () => void
}

/** The commands that can be given now. Where two have the same key the first is meant. */
export const offers = (context: CommandContext): Offer[] =>
  allCommands(context).flatMap((command) => {
    const run = command.act(context)
    return run ? [{ command, run }] : []
  })

/** Which offer each shortcut stands for. @param allowed leaves shortcuts out, such as those that can be switched off */
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
