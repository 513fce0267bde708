import { expect, test } from 'vitest';
import { isOneName } from './names.ts';

test.each([
  ['Grace Brewster Hopper', 'Grace Hopper', 'Hopper, Grace B.', 'G. Hopper'],
  ['Acme Trading Ltd.', 'ACME TRADING LIMITED'],
  ['Jürgen Großmann', 'JUERGEN GROSSMANN', 'Jurgen Grossmann'],
  ['Łukasz Ørsted-Yılmaz', 'Lukasz Orsted Yilmaz'],
  ['Søren Ærø', 'SOEREN AEROE'],
  ["Annemarie O'Brien", 'Anne-Marie OBrien', 'A. O´Brien', 'O`Brien', 'O\u02bcBrien, Annemarie'],
  ["D'Angelo", 'D Angelo'],
  ['John R. Smith', 'Dr. J. Smith', 'Smith, J. R.'],
  ['John Alan B Smith', 'John A B Smith'],
  ['Smith & Jones Ltd', 'Smith and Jones'],
  ['José Ortega y Gasset', 'Ortega Gasset'],
  ['ACME SA DE CV', 'Acme S.A. de C.V.'],
  ['Constructor Alpha Ltd', 'Constructor Alpha'],
  ['X Corporation', 'X Corp'],
  ['李明', '李 明'],
  ['יוסי כהן', 'י. כהן'],
  ['محمد علي', 'م. علي'],
  ...['K&K GmbH', 'H&M', 'AB AS', 'E.ON', 'Constructor GmbH', 'SE', 'Y', 'The'].map((name) => [
    name,
    name,
  ]),
])('%s is also %s', (name = '', ...others) => {
  for (const other of others) {
    expect([other, isOneName(name, other), isOneName(other, name)]).toEqual([other, true, true]);
  }
});

test.each([
  ['Grace Miller', 'Grace Hopper', 'Grace Mills'],
  ['Nordwind Handels GmbH', 'Alpha Bau GmbH', 'GmbH'],
  ['K&K GmbH', 'J&J GmbH', 'K&J GmbH'],
  ['Nestlé S.A.', 'Sara Adams', 'Sara Nestle'],
  ['Turnverein e.V.', 'Eve Vogel'],
  ['J. S. Brown', 'John Smith'],
  ['A. Baker Trading', 'Anna Adams'],
  ['Anna Bell', 'Ann Abell'],
  ['Li Wei', 'Li Li', 'Li Na'],
  ['Fund 12 LP', 'Fund 1 LP'],
  ['Fund II', 'Fund I'],
  ['Wei Chan', 'Y. Chan', 'Y Chan', 'Et Chan'],
  ['Michael Schmidt', 'Michael Herr'],
  ['John X Smith', 'John Y Smith'],
  ['Acme SE Holding', 'Acme S.A. Holding'],
  ['Max Baur', 'Max Bauer'],
  ['明 李华', '明伟 李华'],
  ['---', '???'],
])('%s is not %s', (name = '', ...others) => {
  for (const other of others) {
    expect([other, isOneName(name, other), isOneName(other, name)]).toEqual([other, false, false]);
  }
});
