/** Spacing steps on a 4 px grid: n means n × 4 px. */
const steps = [
  0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 16, 20, 24, 28, 32, 40, 48, 56, 64, 72,
  80, 96,
]
const grid = Object.fromEntries(steps.map((n) => [String(n), { value: `${n / 4}rem` }]))
const values = (entries: Record<string, string>) =>
  Object.fromEntries(Object.entries(entries).map(([name, value]) => [name, { value }]))

export const tokens = {
  fonts: values({
    body: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", Arial, sans-serif',
    mono: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace',
  }),
  fontSizes: values({
    xs: '0.75rem',
    sm: '0.8125rem',
    md: '0.875rem',
    lg: '1rem',
    xl: '1.25rem',
    '2xl': '1.5rem',
    '3xl': '1.875rem',
  }),
  fontWeights: values({ normal: '400', medium: '500', semibold: '600', bold: '700' }),
  radii: values({ none: '0', sm: '4px', md: '6px', lg: '8px', xl: '12px', full: '9999px' }),
  spacing: grid,
  sizes: {
    ...grid,
    ...values({
      full: '100%',
      xs: '20rem',
      sm: '24rem',
      md: '28rem',
      lg: '32rem',
      xl: '36rem',
      '2xl': '42rem',
      '4xl': '56rem',
      '6xl': '72rem',
    }),
  },
}

const pair = (light: string, dark: string) => ({ value: { _light: light, _dark: dark } })
/** Badge colors: text, background tint, and solid icon. */
const badge = (fg: [string, string], bg: [string, string], icon: [string, string]) => ({
  DEFAULT: pair(...icon),
  fg: pair(...fg),
  bg: pair(...bg),
})
const blue = badge(['#1d4ed8', '#93b4ff'], ['#e8effe', '#1b2744'], ['#2563eb', '#6d98ff'])
const amber = badge(['#8a4b04', '#f3bd62'], ['#fdf1d8', '#35270f'], ['#b76e00', '#e0a13a'])
const violet = badge(['#6527c4', '#c2a8fb'], ['#f1eafd', '#2b2143'], ['#7c3aed', '#a582f4'])
const green = badge(['#17693a', '#7fd6a0'], ['#e2f5e9', '#15301f'], ['#1c8a4c', '#4cbb78'])
const grey = badge(['#55585f', '#a9adb6'], ['#eeeff1', '#26282d'], ['#777b84', '#8a8f99'])
const slate = badge(['#3d4f66', '#a7b8cf'], ['#e9eef4', '#212a36'], ['#5b708c', '#8096b3'])
const red = badge(['#b01e28', '#ff9c9c'], ['#fdeaea', '#40191c'], ['#d32f3a', '#f0636a'])
const orange = badge(['#9a3b0a', '#f8a877'], ['#fdede2', '#3a2113'], ['#d2570f', '#ec8347'])
/** Avatar colors: text and background. */
const person = (fg: [string, string], bg: [string, string]) => ({ fg: pair(...fg), bg: pair(...bg) })

/** Colors by meaning; each pair of text and background meets WCAG 2.2 AA in both themes. */
export const semanticTokens = {
  colors: {
    bg: {
      DEFAULT: pair('#ffffff', '#131417'),
      subtle: pair('#f8f8f9', '#191a1e'),
      muted: pair('#f0f0f2', '#232429'),
      panel: pair('#ffffff', '#1b1c20'),
      emphasized: pair('#e5e5e9', '#303238'),
    },
    fg: {
      DEFAULT: pair('#1b1c20', '#ecedf0'),
      muted: pair('#5c5f68', '#a3a7b1'),
      subtle: pair('#6b6e78', '#8f939d'),
    },
    border: {
      DEFAULT: pair('#e4e4e8', '#2b2d33'),
      muted: pair('#eeeef1', '#232429'),
      emphasized: pair('#8a8d96', '#6c707a'),
    },
    accent: {
      DEFAULT: pair('#4f46c8', '#8f8bf5'),
      solid: pair('#5048cc', '#5a53d8'),
      hover: pair('#4239b4', '#6a63e6'),
      fg: pair('#4a41bf', '#a9a6fa'),
      subtle: pair('#eeedfb', '#26254a'),
      contrast: pair('#ffffff', '#ffffff'),
    },
    danger: { ...red, solid: pair('#c3242f', '#b9323b'), hover: pair('#a81b25', '#c93e47'), subtle: red.bg },
    success: { ...green, subtle: green.bg },
    warning: { ...amber, subtle: amber.bg },
    info: { ...blue, subtle: blue.bg },
    neutral: grey,
    status: { open: blue, in_progress: amber, pending: violet, on_hold: slate, solved: green, closed: grey },
    priority: { urgent: red, high: orange, medium: amber, normal: slate, low: grey },
    avatar: {
      blue: person(['#1e4fa8', '#b5cdff'], ['#dbe7ff', '#233a66']),
      violet: person(['#5b2ba8', '#d3c0ff'], ['#e9defd', '#3b2a63']),
      pink: person(['#9a1c63', '#ffb8dc'], ['#fcdcec', '#5a2143']),
      red: person(['#9b2226', '#ffbcb8'], ['#fcdedc', '#5c2624']),
      orange: person(['#8a3d06', '#ffc89a'], ['#fde4cd', '#55300f']),
      lime: person(['#4d5b06', '#d9e38a'], ['#edf2c8', '#3b4312']),
      green: person(['#14623a', '#a2e3bf'], ['#d3f2e0', '#1b462f']),
      teal: person(['#0b5f6b', '#9fdfe9'], ['#cff1f5', '#154650']),
    },
  },
  shadows: {
    xs: pair('0 1px 2px rgb(20 20 30 / 6%)', '0 1px 2px rgb(0 0 0 / 40%)'),
    md: pair('0 4px 16px rgb(20 20 30 / 10%)', '0 4px 16px rgb(0 0 0 / 50%)'),
    lg: pair('0 12px 32px rgb(20 20 30 / 14%)', '0 12px 32px rgb(0 0 0 / 60%)'),
  },
}
