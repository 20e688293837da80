import { render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { describe, expect, it } from 'vitest'
import { UiProvider } from '../UiProvider'
import { Alert } from './Alert'
import { ErrorState } from './ErrorState'
import { Field } from './Field'
import { FileList } from './FileList'
import { Input } from './Input'

const text = 'It failed\nReference 7F3K-2Q'
const places: [string, ReactNode][] = [
  ['an alert', <Alert key="a">{text}</Alert>],
  ['the title of an alert', <Alert key="t" title={text} />],
  ['an error in place of content', <ErrorState key="e" text={text} />],
  [
    'a form field',
    <Field key="f" label="Name" error={text}>
      <Input />
    </Field>,
  ],
  [
    'an upload',
    <FileList key="u" files={[new File(['x'], 'x.txt')]} uploads={[{ status: 'failed', error: text }]} />,
  ],
]

describe('the reference of a failure', () => {
  it.each(places)('is in a line of its own in %s', (_place, element) => {
    render(<UiProvider>{element}</UiProvider>)
    expect(screen.getByText('It failed')).toBeVisible()
    expect(screen.getByText('Reference 7F3K-2Q').tagName).toBe('SMALL')
  })
})
