import { passwordMinLength } from '@tocsin/contract/limits.ts'
import { later } from './problems.ts'
import { defineTexts } from './define-texts.ts'

export const sessionTexts = defineTexts({
  signIn: {
    title: 'Sign in',
    reportNext: 'The report form opens as soon as you’ve signed in.',
    email: 'Email',
    password: 'Password',
    organization: 'Organization',
    chooseOrganization: 'This address belongs to several organizations. Choose where to sign in.',
    submit: 'Sign in',
    problem: 'Couldn’t sign in',
    failed: 'Email and password don’t match, or the account is archived.',
    locked: (seconds: number) => `Too many attempts. ${later(seconds)}`,
    forgotten: 'Forgotten your password? An administrator of your organization can set a new one.',
  },
  setUp: {
    title: 'Set up Tocsin',
    introduction: 'This server has no organization yet. Create the first one, and the account you will sign in with.',
    code: 'Set-up code',
    codeHint: 'It’s in the server’s log: open setUpUrl from there, or copy setUpCode. A restart logs another code.',
    wrongCode: 'This isn’t a code of this server. Look for the last setUpCode in its log.',
    organizationName: 'Name of your organization',
    name: 'Your name',
    email: 'Email',
    password: 'Password',
    passwordHint: `At least ${passwordMinLength} characters. Several words are good.`,
    submit: 'Set up',
    closed: 'This server has been set up. Sign in with your account.',
    toSignIn: 'Go to sign-in',
  },
  password: {
    title: 'Change password',
    current: 'Current password',
    next: 'New password',
    repeat: 'New password again',
    mismatch: 'The two new passwords differ.',
    wrongCurrent: 'This is not your current password.',
    submit: 'Change password',
    changed: 'Password changed. You were signed out everywhere else.',
  },
  signOut: 'Sign out',
  signOutEverywhere: 'Sign out everywhere',
  signOutFailed: 'Couldn’t sign out',
})
