import { StyleSheet } from '@emotion/sheet'

/**
 * Leaves out the styles of components in tests: jsdom would parse each rule, and match all of them with every element whose
 * visibility a query asks for. What a style does is tested in the browser.
 */
export function leaveOutStyles(): void {
  StyleSheet.prototype.insert = () => undefined
}
