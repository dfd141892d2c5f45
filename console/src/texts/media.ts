import { plural } from './plural.ts'
import { defineTexts } from './define-texts.ts'

export const mediaTexts = defineTexts({
  title: 'Photos and files',
  none: 'No photos or files yet.',
  takePhoto: 'Take a photo',
  chooseFiles: 'Add files',
  dropHere: 'Drop files to add them',
  hint: 'You can also drop files here, or paste a picture.',
  chosen: (count: number) => plural(count, { one: 'One file chosen', other: '# files chosen' }),
  unchoose: (name: string) => `Remove ${name}`,
  tooMany: (maximum: number) => `At most ${maximum} files at once. The others were left out.`,
  noFolders: 'Folders can’t be added. Open the folder and drop its files here.',
  open: (name: string) => `Show ${name}`,
  /** Text before the name and the size of a file, only for screen readers. */
  downloadVerb: 'Download',
  remove: (name: string) => `Remove ${name}`,
  removeTitle: 'Remove this file?',
  removeExplanation: (name: string) => `${name} disappears for everybody. This can’t be undone.`,
  removeConfirm: 'Remove',
  removeCancel: 'Keep it',
  removeFailed: (name: string) => `Couldn’t remove ${name}`,
  uploading: (name: string, share: string) => `${name}: ${share}`,
  cancelUpload: (name: string) => `Cancel ${name}`,
  retryUpload: (name: string) => `Send ${name} again`,
  notAttached: (name: string) => `Couldn’t attach ${name}`,
  signedOut: (count: number) => ({
    title: 'Files may be missing',
    message: plural(count, {
      one: 'You were signed out before one file was sent. Check the incident and add it again if it’s missing.',
      other: 'You were signed out before # files were sent. Check the incident and add those that are missing.',
    }),
  }),
  dismissUpload: (name: string) => `Dismiss ${name}`,
  lightbox: {
    previous: 'Previous photo',
    next: 'Next photo',
    close: 'Close',
    position: (index: number, count: number) => `${index} of ${count}`,
    download: 'Download',
    broken: 'Can’t show this picture. Download it instead.',
  },
})
