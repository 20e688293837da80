import * as texts from './device-texts'

// The first match wins: most browsers also claim to be their predecessors.
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\/|\bEdgiOS\//, 'Edge'],
  [/\bOPR\/|\bOPiOS\//, 'Opera'],
  [/\bSamsungBrowser\//, texts.samsungInternet],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bHeadlessChrome\/|\bChrome\/|\bChromium\/|\bCriOS\//, 'Chrome'],
  [/\bVersion\/\d.*\bSafari\//, 'Safari'],
]
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b.*\bMobile\b/, texts.androidPhone],
  [/\bAndroid\b/, texts.androidTablet],
  [/\bWindows\b/, 'Windows'],
  [/\bMacintosh\b|\bMac OS X\b/, 'Mac'],
  [/\bCrOS\b/, 'Chromebook'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
]

/**
 * Describes a device by its `User-Agent`: `Chrome on Windows`, `Safari on iPhone`, or `Unknown device`. Unknown parts
 * are left out.
 */
export function describeDevice(userAgent: string | null): string {
  const text = userAgent?.slice(0, 500) ?? ''
  const find = (list: typeof BROWSERS) => list.find(([pattern]) => pattern.test(text))?.[1]
  const browser = find(BROWSERS)
  const system = find(SYSTEMS)
  if (browser && system) return texts.deviceOn(browser, system)
  return browser ?? system ?? texts.unknownDevice
}
