import { Button, chakra, Flex, Text } from '@helpdesk/ui'
import { useId, useRef, useState } from 'react'
import { logoOf } from '../model/logo'
import * as texts from './texts'

interface LogoFieldProps {
  /** A data URL; null shows the product's own. */
  logo: string | null
  onChange: (logo: string | null) => void
}

/** Preview of the logo, with buttons to choose an image and to remove it. */
export function LogoField({ logo, onChange }: LogoFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const hint = useId()

  async function read(file: File | undefined) {
    if (!file) return
    const result = logoOf(new Uint8Array(await file.arrayBuffer()))
    setProblem('problem' in result ? result.problem : null)
    if ('logo' in result) onChange(result.logo)
    // choosing the same file again is a change
    if (input.current) input.current.value = ''
  }

  return (
    <div role="group" aria-label={texts.logo}>
      <Text as="span" fontWeight="medium">
        {texts.logo}
      </Text>
      <Flex gap="3" alignItems="center" marginTop="1.5">
        <Preview src={logo ?? '/favicon.svg'} alt="" />
        <Button aria-describedby={hint} onClick={() => input.current?.click()}>
          {texts.chooseLogo}
        </Button>
        {logo && (
          <Button variant="ghost" onClick={() => onChange(null)}>
            {texts.removeLogo}
          </Button>
        )}
        <input
          ref={input}
          type="file"
          hidden
          accept="image/png,image/jpeg,image/webp"
          aria-label={texts.logo}
          onChange={({ target }) => void read(target.files?.[0])}
        />
      </Flex>
      <Text id={hint} tone="muted" fontSize="sm" marginTop="1.5">
        {texts.logoHint}
      </Text>
      <Text role="status" fontSize="sm" color="danger.fg">
        {problem}
      </Text>
    </div>
  )
}

const Preview = chakra('img', {
  base: {
    width: '12',
    height: '12',
    padding: '1',
    objectFit: 'contain',
    borderWidth: '1px',
    borderColor: 'border',
    borderRadius: 'md',
  },
})
