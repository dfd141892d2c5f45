import { passwordMinLength } from '@tocsin/contract/limits.ts'
import { pageTitles } from './page-titles.ts'
import { defineTexts } from './define-texts.ts'

export const userTexts = defineTexts({
  title: pageTitles.users,
  explanation: 'Who can sign in to this organization, and what they may do.',
  name: 'Name',
  email: 'Email',
  role: 'Role',
  state: 'State',
  you: 'You',
  roles: {
    administrator: { name: 'Administrator', explanation: 'Handles incidents, and sets up everything else.' },
    member: { name: 'Member', explanation: 'Handles incidents.' },
  },
  states: { inUse: 'Can sign in', withoutPassword: 'No password yet', archived: 'Archived' },
  add: 'Add user',
  addTitle: 'Add a user',
  editTitle: (name: string) => `Edit ${name}`,
  added: (name: string) => `Added ${name}.`,
  password: 'Password',
  passwordOptional: `At least ${passwordMinLength} characters. If you leave it empty, this user cannot sign in until you set one.`,
  setPassword: 'Set password',
  setPasswordTitle: (name: string) => `Set the password of ${name}`,
  setPasswordExplanation: 'They are signed out everywhere. Tell them the new password in person; they can change it.',
  passwordSet: (name: string) => `${name} has a new password.`,
  archiveExplanation:
    'They are signed out everywhere and can no longer be assigned to anything; what they did stays. They can be restored.',
  archiveSelf: 'This is you: you will be signed out, and another administrator has to restore you.',
  demoteSelf: 'This is you: as a member you can no longer open this page.',
  lastAdministrator: {
    title: 'The last administrator has to stay',
    explanation:
      'Somebody must be able to sign in and administer the organization. First make another user an administrator, with a password.',
  },
  empty: 'No active users',
  emptyExplanation: 'Add the people who will handle incidents.',
})
