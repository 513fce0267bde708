import type { ElementTexts } from './texts.ts';

function duration(seconds: number): string {
  if (seconds < 90) return seconds === 1 ? '1 Sekunde' : `${seconds} Sekunden`;
  return `${Math.ceil(seconds / 60)} Minuten`;
}

/** German. */
export const german: ElementTexts = {
  lang: 'de',
  errors: {
    CANCELLED: 'Das wurde abgebrochen.',
    ABORTED: 'Das wurde beendet.',
    CEREMONY_IN_PROGRESS: 'Ein Passkey-Dialog ist schon offen.',
    WRONG_PASSKEY: 'Dieser Passkey gehört zu etwas anderem. Wählen Sie den für diese Wallet.',
    PASSKEY_EXISTS: 'Auf diesem Gerät gibt es schon einen Passkey für diese Wallet.',
    PASSKEY_UNAVAILABLE:
      'Dieses Gerät kann hier nicht verwendet werden. Nehmen Sie einen anderen Weg.',
    PASSKEY_FAILED: 'Der Passkey hat nicht funktioniert. Bitte versuchen Sie es noch einmal.',
    PASSKEY_REJECTED: 'Dieser Passkey wird nicht angenommen. Nehmen Sie einen anderen Weg.',
    PASSKEYS_UNSUPPORTED: 'Dieser Browser kennt keine Passkeys. Melden Sie sich anders an.',
    BLOCKED_IN_FRAME:
      'Passkeys funktionieren in dieser Seite nicht. Öffnen Sie sie in einem eigenen Fenster.',
    NO_CREDENTIAL: 'So können Sie sich nicht anmelden. Nehmen Sie einen anderen Weg.',
    BLOCKED_BY_POLICY: 'Diese Seite lässt Passkeys nicht zu. Melden Sie sich anders an.',
    CLICK_REQUIRED: 'Bitte drücken Sie noch einmal auf den Knopf.',
    INSECURE_CONTEXT: 'Diese Seite ist nicht sicher. Öffnen Sie sie mit https.',
    RP_MISMATCH: 'Für diese Adresse sind keine Passkeys eingerichtet. Melden Sie sich anders an.',
    INVALID_OPTIONS: 'Mit dieser Seite stimmt etwas nicht. Melden Sie sich anders an.',
    CHALLENGE_EXPIRED: 'Das hat zu lange gedauert. Bitte versuchen Sie es noch einmal.',
    WRONG_CODE: 'Das ist nicht der Code. Prüfen Sie ihn und versuchen Sie es noch einmal.',
    CODE_EXPIRED: 'Der Code ist abgelaufen. Fordern Sie einen neuen an.',
    RATE_LIMITED: 'Zu viele Versuche.',
    POPUP_BLOCKED:
      'Der Browser hat das Fenster verhindert. Erlauben Sie es und versuchen Sie es noch einmal.',
    POPUP_CLOSED: 'Das Fenster wurde geschlossen.',
    OAUTH_TOKEN_INVALID: 'Diese Anmeldung wurde nicht angenommen. Nehmen Sie einen anderen Weg.',
    OAUTH_TOKEN_STALE: 'Das hat zu lange gedauert. Bitte melden Sie sich noch einmal an.',
    OAUTH_NONCE_MISMATCH:
      'Diese Anmeldung gehört zu einem anderen Versuch. Bitte versuchen Sie es noch einmal.',
    PENDING_KEY_MISSING: 'Diese Anmeldung ist nicht mehr offen. Bitte beginnen Sie von vorn.',
    NOT_SIGNED_IN: 'Bitte melden Sie sich an.',
    SESSION_EXPIRED: 'Ihre Sitzung ist abgelaufen. Bitte melden Sie sich wieder an.',
    SESSION_ENDED:
      'Sie wurden auf einem anderen Gerät abgemeldet. Bitte melden Sie sich wieder an.',
    SESSION_CHANGED: 'Ihre Sitzung hat sich geändert. Bitte versuchen Sie es noch einmal.',
    REFUSED_BY_PERSON: 'Sie haben abgelehnt. Es wurde nichts geändert.',
    BUSY_ELSEWHERE:
      'Eine andere Frage ist offen. Beantworten Sie zuerst diese, hier oder in einem anderen Tab.',
    WAIT: 'Sie haben gerade abgelehnt. Warten Sie einen Moment.',
    EXPIRED:
      'Das hat zu lange gedauert. Es wurde nichts geändert; bitte versuchen Sie es noch einmal.',
    HIDDEN:
      'Die Frage war nicht zu sehen. Es wurde nichts geändert; vergrößern Sie das Fenster, schließen Sie, was sie verdeckt, und versuchen Sie es noch einmal.',
    UNSHOWN_FIELD:
      'Diese Änderung kann nicht vollständig gezeigt werden. Es wurde nichts geändert.',
    REVIEW_FAILED: 'Das konnte nicht geprüft werden. Es wurde nichts geändert.',
    PAYLOAD_MISMATCH:
      'Was unterschrieben werden sollte, passt nicht zu dem, was Sie wollten. Es wurde nichts geändert.',
    PAYLOAD_UNCHECKED: 'Das kann hier nicht geprüft werden. Es wurde nichts geändert.',
    STAMP_DISABLED: 'Diese Seite darf das nicht unterschreiben. Es wurde nichts geändert.',
    FRESH_SIGN_IN_REQUIRED: 'Dafür müssen Sie sich noch einmal anmelden.',
    ALREADY_STAMPED:
      'Das wurde schon unterschrieben. Sehen Sie nach, was sich geändert hat, und beginnen Sie von vorn.',
    SIGNATURE_REJECTED:
      'Die Unterschrift wurde nicht angenommen. Es wurde nichts geändert; bitte versuchen Sie es noch einmal.',
    KEY_UNUSABLE:
      'Der Schlüssel funktioniert in diesem Browser nicht. Bitte versuchen Sie es noch einmal.',
    STORAGE_UNAVAILABLE:
      'Dieser Browser merkt sich nichts für diese Seite. Melden Sie sich anders an.',
    SIGNER_UNAVAILABLE:
      'Das Fenster zum Unterschreiben antwortet nicht. Bitte versuchen Sie es noch einmal.',
    NETWORK: 'Die Verbindung ist fehlgeschlagen. Versuchen Sie es noch einmal.',
    OUTCOME_UNKNOWN:
      'Die Verbindung brach ab. Sehen Sie nach, ob die Änderung ausgeführt wurde, bevor Sie sie wiederholen.',
    SERVICE_UNAVAILABLE:
      'Der Dienst antwortet nicht. Es wurde nichts geändert; bitte versuchen Sie es später.',
    PLATFORM_LOGIN_REQUIRED: 'Bitte melden Sie sich bei dieser Seite wieder an.',
    FORBIDDEN: 'Das dürfen Sie nicht.',
    INVALID_INPUT: 'Das ist nicht möglich. Es wurde nichts geändert.',
    REFUSED: 'Der Dienst hat das abgelehnt. Es wurde nichts geändert.',
    UNEXPECTED: 'Etwas ist schiefgegangen. Bitte versuchen Sie es später noch einmal.',
  },
  wait: (seconds) => `Versuchen Sie es in ${duration(seconds)} noch einmal.`,
  offline: 'Sie sind offline. Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.',
  slow: 'Das dauert länger als sonst …',
  progress: {
    sending: 'Code wird gesendet …',
    verifying: 'Code wird geprüft …',
    passkey: 'Bestätigen Sie auf Ihrem Gerät.',
    provider: 'Machen Sie in dem Fenster weiter, das sich geöffnet hat.',
    working: 'Einen Moment …',
  },
  loading: 'Wird geladen …',
  retry: 'Noch einmal',
  methods: { EMAIL_OTP: 'E-Mail-Code', OAUTH: 'Anbieter', PASSKEY: 'Passkey' },
  signIn: {
    title: 'Bei Ihrer Wallet anmelden',
    passkey: (nickname) => `Passkey „${nickname}“ verwenden`,
    anyPasskey: 'Einen Passkey verwenden',
    sendCode: (nickname) => `Code an ${nickname} senden`,
    provider: (nickname) => `Weiter als ${nickname}`,
    none: 'Auf dieser Seite geht keine Ihrer Anmeldungen.',
    memory:
      'Dieser Browser speichert für diese Seite nichts: Nach dem Neuladen melden Sie sich wieder an.',
    codeSent: (nickname) => `Ein Code wurde an ${nickname} gesendet.`,
    code: 'Code',
    submit: 'Anmelden',
    resend: 'Neuen Code senden',
    resendIn: (seconds) => `Neuer Code in ${duration(seconds)}`,
    back: 'Anders anmelden',
    done: 'Sie sind angemeldet.',
  },
  sessions: {
    title: 'Angemeldete Geräte',
    current: 'Dieses Gerät',
    unknown: 'Nicht von diesem Browser geöffnet. Beenden Sie sie, wenn Sie sie nicht kennen.',
    expiring: 'Sie werden bald abgemeldet.',
    stay: 'Angemeldet bleiben',
    opened: (date) => `Seit ${date}`,
    expires: (date) => `Endet ${date}`,
    end: 'Beenden',
    endNamed: (session) => `${session} beenden`,
    ended: 'Die Sitzung ist beendet.',
    signOut: 'Abmelden',
    everywhere: 'Auf allen Geräten abmelden',
    signedOut: 'Sie sind abgemeldet.',
    notRevoked:
      'Sie sind hier abgemeldet. Der Dienst war nicht erreichbar: die Sitzung endet von selbst.',
  },
  passkeys: {
    title: 'Passkeys',
    none: 'Es gibt noch keinen Passkey.',
    created: (date) => `Hinzugefügt ${date}`,
    current: 'Damit sind Sie angemeldet',
    nickname: 'Name des neuen Passkeys',
    suggestion: 'Mein Gerät',
    add: 'Passkey hinzufügen',
    added: 'Der Passkey wurde hinzugefügt.',
    remove: 'Entfernen',
    removeNamed: (nickname) => `${nickname} entfernen`,
    removed: 'Der Passkey wurde entfernt.',
  },
};
