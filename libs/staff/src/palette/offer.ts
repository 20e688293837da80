import type { CommandGroup } from './command'
import type { Offer } from './commands'

/** A command of the palette alone, without a shortcut. */
export const paletteOffer = (group: CommandGroup, id: string, title: string, run: () => void): Offer => ({
  command: { id, title, group, keys: [], act: () => run },
  run,
})
