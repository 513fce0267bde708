import type { SignedOperationName } from '../operations.ts';

const details =
  'customerId customerType currencies email phoneNumber umaAddress kycStatus fullName birthDate nationality taxIdType taxIdentifier taxIdCountryOfIssuance sourceOfFundsCategories sourceOfFundsOtherDescription sourceOfWealthCategories sourceOfWealthOtherDescription purposeOfAccount purposeOfAccountOtherDescription expectedMonthlyTransactionCount expectedMonthlyTransactionVolume annualIncomeRange netWorthRange pepStatus kybStatus';
const address = 'line1 line2 city state postalCode country';
const business =
  'legalName country incorporatedOn taxId doingBusinessAs registrationNumber entityType countriesOfOperation businessType purposeOfAccount purposeOfAccountOtherDescription sourceOfFunds sourceOfFundsCategories sourceOfFundsOtherDescription expectedMonthlyTransactionCount expectedMonthlyTransactionVolume expectedRecipientJurisdictions expectedCounterpartyCountries naicsCode primaryContactFirstName primaryContactLastName';
/** What a quote was asked with, which the service can repeat in the text to sign. */
const quote =
  'lookupId source/sourceType source/accountId source/customerId source/currency source/cryptoNetwork destination/destinationType destination/accountId destination/paymentRail destination/umaAddress destination/currency lockedCurrencySide lockedCurrencyAmount immediatelyExecute description remittanceInformation purposeOfPayment platformFeeOverride/platformFixedFee/amount platformFeeOverride/platformFixedFee/currency platformFeeOverride/platformVariableFeeBps scaFactor senderCustomerInfo';
/** What the service adds to that. */
const priced =
  'sendingCurrency/code sendingCurrency/name sendingCurrency/symbol sendingCurrency/decimals receivingCurrency/code receivingCurrency/name receivingCurrency/symbol receivingCurrency/decimals totalSendingAmount totalReceivingAmount exchangeRate feesIncluded platformFeesIncluded transactionId expiresAt';

const below = (path: string, names: string) => names.split(' ').map((name) => `${path}/${name}`);

/**
 * The fields of every signed operation that a person can be shown, by their path without the numbers
 * of lists. A test compares them with the rows of the contract; they are repeated here because those
 * are schemas, which the wallet does not load.
 */
export const signedFields: Readonly<Record<SignedOperationName, readonly string[]>> = {
  'cards.update': ['id', 'state', 'fundingSources'],
  'credentials.create': [
    ...['type', 'accountId', 'challenge', 'nickname', 'oidcToken'],
    ...below('attestation', 'credentialId clientDataJson attestationObject transports'),
  ],
  'credentials.revoke': ['id'],
  'customers.update': [
    ...details.split(' '),
    ...below('address', address),
    ...below('businessInfo', business),
  ],
  'delegatedKeys.create': ['cardId', 'internalAccountId', 'nickname'],
  'internalAccounts.export': ['id', 'clientPublicKey'],
  'internalAccounts.update': ['id', 'privateEnabled'],
  'quotes.execute': ['quoteId', ...quote.split(' '), ...priced.split(' ')],
  'sessions.refresh': ['id', 'clientPublicKey'],
  'sessions.revoke': ['id'],
};
