import { accentShades, buttonContrast, chakra, contrast } from '@helpdesk/ui'
import * as texts from './texts'

const themes = [
  { theme: 'light', name: texts.lightTheme, background: '#ffffff' },
  { theme: 'dark', name: texts.darkTheme, background: '#131417' },
] as const

/** A button and a link in an accent color on both themes, with their contrast. */
export function AccentPreview({ color }: { color: string }) {
  return (
    <Row>
      {themes.map(({ theme, name, background }) => {
        const { solid, fg } = accentShades(color, theme)
        return (
          <Sample key={theme} style={{ background, color: fg }} role="group" aria-label={name}>
            <Button style={{ background: solid }}>{texts.button}</Button>
            <span>{texts.contrast(buttonContrast(solid).toFixed(1))}</span>
            <u>{texts.link}</u>
            <span>{texts.contrast(contrast(fg, background).toFixed(1))}</span>
          </Sample>
        )
      })}
    </Row>
  )
}

const Row = chakra('div', {
  base: { display: 'grid', gap: '2', gridTemplateColumns: { base: '1fr', sm: '1fr 1fr' } },
})
const Sample = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'auto 1fr',
    alignItems: 'center',
    columnGap: '3',
    rowGap: '1',
    p: '3',
    fontSize: 'sm',
    borderWidth: '1px',
    borderColor: 'border',
    borderRadius: 'md',
  },
})
const Button = chakra('span', {
  base: { px: '2.5', py: '1', borderRadius: 'md', color: 'white', fontWeight: 'medium' },
})
