// They stand by themselves, so that a form in a browser knows them without TypeBox.

/** In Unicode code points. */
export const nameMaxLength = 250
export const tagMaxLength = 100
export const messageMaxLength = 250

/** With one Comment. */
export const filesMaximum = 10
