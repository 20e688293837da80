import { deviceFlag } from '../state/device-flag'

/**
 * Whether single-character shortcuts are on, on this device. They can be switched off (WCAG 2.1.4), because speech input
 * types letters that are not meant as commands.
 */
export const singleKeysAtom = deviceFlag('helpdesk-single-keys', true)

/** True for shortcuts that can be switched off: those that start with a character without Ctrl or Cmd. */
export const isSingleKey = (keys: string): boolean => /^(shift\+)?.($| )/u.test(keys)
