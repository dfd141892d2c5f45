import { defineTexts } from './define-texts.ts'

export const commentTexts = defineTexts({
  label: 'Write a comment',
  placeholder: 'What do others need to know?',
  send: 'Comment',
  sendByKey: 'Ctrl+Enter or ⌘+Enter',
  sending: (share: string) => `Sending, ${share}`,
  cancelSending: 'Cancel',
  cancelled: 'Not sent. Your comment is still here.',
  notSent: 'Couldn’t send your comment',
  arrived: {
    title: 'This comment was already sent',
    explanation:
      'It was sent before, perhaps with other files, just before the connection broke. You’ll find it among the comments below.',
    discard: 'Clear the field',
    another: 'Send as another comment',
  },
  left: (count: number) => `${count} characters left`,
  tooLong: (count: number) => `${count} characters too many`,
  edited: 'edited',
  throughApi: 'through the API',
  commented: 'commented',
  actions: (author: string) => `Actions for the comment by ${author}`,
  edit: 'Edit comment',
  editLabel: 'Edit comment',
  restored: 'This is what you wrote before. It isn’t saved yet.',
  save: 'Save',
  cancel: 'Cancel',
  delete: {
    action: 'Delete comment',
    title: 'Delete this comment?',
    own: 'It disappears for everybody, with its files. This can’t be undone.',
    others: (author: string) =>
      `This comment is by ${author}. You can delete it because you’re an administrator. It disappears for everybody, with its files. This can’t be undone.`,
    confirm: 'Delete',
    cancel: 'Keep it',
    failed: 'Couldn’t delete the comment',
  },
  externalId: 'External id',
})
