import { optionalPart } from '../app/optional-part'

/** SupportHelp in a separate chunk, which sign-in pages load after an error. */
export const LazySupportHelp = optionalPart(async () => (await import('./SupportHelp')).SupportHelp)
