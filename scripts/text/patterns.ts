/** A text that matches a pattern and is correct, with the reason. */
export interface Exception {
  readonly text: string;
  readonly reason: string;
}

/** Texts that match a pattern and are nevertheless correct. */
export const exceptions: readonly Exception[] = [
  { text: 'answers one question', reason: 'a file answers a question, as a person does' },
  { text: 'was answered at', reason: 'a challenge, by its id' },
  { text: 'was answered again', reason: 'a challenge, by its id' },
  { text: 'was not answered', reason: 'a challenge, by its id' },
  { text: 'whether it has been answered', reason: 'a challenge, named in the line before' },
  { text: 'allowed: answer', reason: "the mock's fault effects are named on its control API" },
];
/** A turn of phrase that no text of the repository may use. */
export interface Pattern {
  readonly pattern: RegExp;
  /** What to write instead. */
  readonly instead: string;
  /** A folder that may use it. */
  readonly except?: string;
}

/** The patterns of English that are refused, each with a replacement. */
export const patterns: readonly Pattern[] = [
  {
    pattern: /(?<!\bthere )\b(?:is|are|was|were) no (?!longer\b|more\b|less than\b)[a-z]/i,
    instead: '"is not a ..."',
  },
  { pattern: /(?<!\bthere )\b(?:is|are) no more\b(?! than\b)/i, instead: '"no longer exists"' },
  { pattern: /\belse than\b/i, instead: '"other than"' },
  { pattern: /\bhears?\b/i, instead: '"is called with", "receives"' },
  {
    pattern: /\banswer(?:s|ed|ing)?\b(?!.*\bchallenges?\b)(?<!\bchallenges?\b.*)/i,
    instead: '"response", "responds"; only a challenge is answered',
  },
  { pattern: /\b(?:gives|gave)\b(?! up\b| way\b)/i, instead: '"returns"' },
  { pattern: /\bhow .{1,40} is called\b/i, instead: '"the name of"' },
  { pattern: /\btells? of\b/i, instead: '"reports", "describes"' },
  { pattern: /\b(?:dear|dearer)\b/i, instead: '"expensive"' },
  { pattern: /\bcomes? to nothing\b/i, instead: '"has no effect"' },
  {
    pattern: /\b(?:service|server|client|SDK|relay|mock|wallet) (?:believes|thinks|wants|feels)\b/i,
    instead: 'what it does',
  },
  {
    pattern: /(?:^\W*|[:;] )there (?:is|are|was|were) (?:no|none|nothing)\b/i,
    instead: '"No ...", or what is missing and what to do',
  },
  {
    pattern: /\b(?:says?|said|tells?|told) (?:\w+ )?what\b/i,
    instead: '"describes ...", "names ...", "shows ..."',
  },
  { pattern: /\b(?:takes?|took) no\b/i, instead: '"does not accept", "does not need"' },
  { pattern: /\bmend(?:s|ed|ing)?\b/i, instead: '"fix"' },
  {
    pattern: /\bwhat(?:ever)? (?:becomes?|became|comes?|came) of\b/i,
    instead: '"the outcome of", "what happens to"',
  },
  { pattern: /\b(?:un)?believ/i, instead: '"accepts", "trusts"' },
  {
    pattern: /\btells? (?:whether|which|how|if)\b/i,
    instead: '"returns whether", "shows whether"',
  },
  {
    pattern:
      /\b(?:a|one|every|each|another) texts?\b(?! (?:message|file|field|credential|editor|form|node|block|part|search|mark))|\b(?<!\.)texts\b/i,
    instead: '"a string", "a payload", "words"; text cannot be counted',
  },
  {
    pattern: /\bstands?\b(?! (?:in for|for|still)\b)/i,
    instead: '"is in", "is beside"',
  },
  {
    pattern: /\b(?:private|public) hal(?:f|ves)\b/i,
    instead: '"private key", "public key"',
  },
  { pattern: /\bkinds? of events?\b/i, instead: '"type of event", as its field `type`' },
  {
    pattern: /\bof (?:the|a|an) \w+['’]s own\b(?! \w)|\bof (?:yours|ours|theirs)\b/i,
    instead: 'the owner: "that you control", "that the platform defines"',
  },
  { pattern: /[,;] else (?!if\b)/i, instead: '"otherwise"' },
  { pattern: /\b(?:go|goes|going|went) on\b/i, instead: '"continues"' },
  {
    pattern: /\bsays? (?:that|whether|how|which|where|when|why)\b/i,
    instead: '"states", "names", "shows", "means"',
  },
  {
    pattern:
      /\b(?:service|server|client|SDK|relay|mock|wallet|contract|store|session) (?:knows|learns|notices)\b(?<!not know.*)/i,
    instead: 'what it stores, receives or returns',
  },
  { pattern: /\bCorrect it\./, instead: 'the valid range or the next call' },
];

/** Names that no file declares or has: a name states what a thing is, as a noun does. */
export const refusedNames: readonly Pattern[] = [
  {
    pattern: /^(?:taken|chosen|said|told|gone|untold|unsaid)$/,
    instead: 'a noun for the thing: a participle does not name what was chosen or reported',
  },
  { pattern: /^(?:look|leftAt)$/, instead: '`probe`, `variant` or `sentAt`: what it looks at' },
  { pattern: /^(?:MOST|MOST_\w+)$/, instead: '`MAX_` and the noun of what is limited' },
  { pattern: /^(?:dropOver|askLife)$/, instead: 'a verb with its object: `dropExpired`' },
  { pattern: /^(?:who|what|why|how|ask)-|-of$/, instead: 'a noun for what the file contains' },
];

/** Names that are refused in code, and marks of what is not finished. */
export const names: readonly Pattern[] = [
  { pattern: /\b(?:whyOf|whyNot|unbelievable|isPassing\w*)\b/, instead: 'a name in plain words' },
  { pattern: /\bUndecided(?=:)/, instead: 'what was decided', except: 'scripts/add/' },
  { pattern: /@ts-nocheck\b/, instead: 'types that fit' },
  {
    pattern: /biome-ignore\S* lint(?:\/\w+)?(?::|\/(?:noExplicitAny|noTsIgnore)\b)/,
    instead: 'types that fit, and in another exemption the whole name of the rule',
  },
];
