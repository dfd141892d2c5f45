import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanFileName } from './file-name.ts'

test.each([
  ['photo.jpg', 'photo.jpg'],
  ['Kühlung – Foto №1 (ß).jpg', 'Kühlung – Foto №1 (ß).jpg'],
  ['👩‍🚒 brigade.png', '👩‍🚒 brigade.png'],
  ['שלום.pdf', 'שלום.pdf'],
  ['100%25 "quoted" \'it\'.txt', '100%25 "quoted" \'it\'.txt'],
  [' spaced .txt', ' spaced .txt'],
  ['.htaccess', '.htaccess'],
])('returns the file name %j unchanged', (sent, cleaned) => {
  expect(cleanFileName(sent)).toBe(cleaned)
})

test.each([
  ['../../etc/passwd', 'passwd'],
  ['C:\\Users\\me\\photo.jpg', 'photo.jpg'],
  ['/absolute/a.txt', 'a.txt'],
  ['a\r\nSet-Cookie: x=1.txt', 'aSet-Cookie: x=1.txt'],
  ['nul\0byte.txt', 'nulbyte.txt'],
  ['..\0/..\0\\.\0.', 'file'],
  ['annexe\u202Egpj.exe', 'annexegpj.exe'],
  ['line\u2028break.txt', 'linebreak.txt'],
])('turns the file name %j into %j', (sent, cleaned) => {
  expect(cleanFileName(sent)).toBe(cleaned)
})

test.each([undefined, '', ' ', '.', '..', 'folder/', '\u0007', 'half \uD83D surrogate'])(
  'turns the file name %j into "file"',
  (sent) => {
    expect(cleanFileName(sent)).toBe('file')
  },
)

test('cuts a file name of 300 emoji to 255 code points', () => {
  expect(cleanFileName('🔥'.repeat(300))).toBe('🔥'.repeat(255))
})

test('cuts a long file name in front of an emoji of several code points, not inside the emoji', () => {
  expect(cleanFileName(`${'a'.repeat(253)}👩‍🚒.png`)).toBe('a'.repeat(253))
})

test('turns any text into a file name of 1 to 255 code points without path separators, and leaves such a name unchanged', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (sent) => {
      const name = cleanFileName(sent)
      expect(name).not.toMatch(/[/\\\p{Cc}]/u)
      expect([...name].length).toBeGreaterThan(0)
      expect([...name].length).toBeLessThanOrEqual(255)
      expect(['.', '..']).not.toContain(name)
      expect(cleanFileName(name)).toBe(name)
    }),
  )
})
