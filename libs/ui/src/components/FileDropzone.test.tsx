import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { UiProvider } from '../UiProvider'
import { FileDropzone } from './FileDropzone'
import { limitsText, type FileLimits } from './file-rules'

const file = (name: string, type: string, bytes = 10) => {
  const created = new File(['x'], name, { type })
  Object.defineProperty(created, 'size', { value: bytes })
  return created
}
const png = (name = 'a.png', bytes?: number) => file(name, 'image/png', bytes)
const setup = async (files: File[] = [], limits?: FileLimits) => {
  const onChange = vi.fn()
  render(
    <UiProvider>
      <FileDropzone files={files} onChange={onChange} limits={limits} />
    </UiProvider>,
  )
  const input = await screen.findByLabelText('Attachments')
  return { onChange, drop: (dropped: File[]) => fireEvent.change(input, { target: { files: dropped } }) }
}

describe('FileDropzone', () => {
  it('shows its limits', async () => {
    await setup()
    expect(screen.getByText('Drag and drop files here, or click to select files')).toBeVisible()
    expect(screen.getByText('Maximum 5 files, up to 5 MB each')).toBeVisible()
  })

  it('shows and enforces other limits', async () => {
    const { onChange, drop } = await setup([], { maxFiles: 2, maxFileBytes: 1.5 * 1024 * 1024 })
    expect(screen.getByText('Maximum 2 files, up to 1.5 MB each')).toBeVisible()
    const atLimit = png('limit.png', 1.5 * 1024 * 1024)
    drop([png('big.png', 1.5 * 1024 * 1024 + 1), atLimit, png('2.png'), png('3.png')])
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'big.png: File is too large: the limit is 1.5 MB',
    )
    expect(screen.getByRole('alert')).toHaveTextContent('3.png: Too many files')
    expect(onChange.mock.calls[0]?.[0].map((each: File) => each.name)).toEqual(['limit.png', '2.png'])
    expect(limitsText({ maxFiles: 1, maxFileBytes: 102400 })).toBe('Maximum 1 file, up to 100 KB')
  })

  it.each([
    [file('a.exe', 'application/x-msdownload'), 'File type must be .png, .jpg'],
    [
      file('a.exe', 'text/plain'),
      'a.exe: File type must be .png, .jpg, .jpeg, .gif, .pdf, .doc, .docx, .txt',
    ],
    [png('big.png', 5 * 1024 * 1024 + 1), 'File is too large: the limit is 5 MB'],
    [png('empty.png', 0), 'File is too small: it is empty'],
  ])('rejects a file with a reason (%#)', async (rejected, reason) => {
    const { onChange, drop } = await setup()
    drop([rejected])
    expect(await screen.findByRole('alert')).toHaveTextContent(reason)
    expect(onChange).not.toHaveBeenCalled()
  })

  it('accepts the given types instead, also unusual ones', async () => {
    const { onChange, drop } = await setup([], {
      maxFiles: 5,
      maxFileBytes: 1024,
      fileTypes: ['csv', 'dwg', 'heic'],
    })
    expect(screen.getByLabelText('Attachments')).toHaveAttribute('accept', expect.stringContaining('.dwg'))
    const taken = [file('List.CSV', 'text/csv'), file('plan.dwg', ''), file('a.heic', 'image/heic')]
    drop([...taken, png(), file('other.bin', 'application/octet-stream')])
    expect(await screen.findByRole('alert')).toHaveTextContent('a.png: File type must be .csv, .dwg, .heic')
    expect(screen.getByRole('alert')).toHaveTextContent('other.bin: File type must be .csv, .dwg, .heic')
    expect(onChange).toHaveBeenCalledWith(taken)
  })

  it('accepts exactly 5 MB', async () => {
    const { onChange, drop } = await setup()
    const atLimit = png('limit.png', 5 * 1024 * 1024)
    drop([atLimit])
    await vi.waitFor(() => expect(onChange).toHaveBeenCalledWith([atLimit]))
  })

  it('limits the total to five files', async () => {
    const old = [png('1.png'), png('2.png'), png('3.png')]
    const { onChange, drop } = await setup(old)
    drop([png('4.png'), png('5.png'), png('6.png')])
    expect(await screen.findByRole('alert')).toHaveTextContent('6.png: Too many files')
    expect(onChange.mock.calls[0]?.[0].map((each: File) => each.name)).toEqual([
      '1.png',
      '2.png',
      '3.png',
      '4.png',
      '5.png',
    ])
  })

  it('accepts by extension, regardless of its case and of the media type', async () => {
    const { onChange, drop } = await setup()
    const odd = [file('A.PNG', 'image/png'), file('b.docx', '')]
    drop(odd)
    await vi.waitFor(() => expect(onChange).toHaveBeenCalledWith(odd))
  })

  it('removes a file by its button', async () => {
    const { onChange } = await setup([png('1.png'), png('2.png')])
    await userEvent.click(screen.getByRole('button', { name: 'Remove 1.png' }))
    expect(onChange.mock.calls[0]?.[0].map((each: File) => each.name)).toEqual(['2.png'])
  })
})
