/** Between the parts of a list: a sign that stands in none of them. */
const read = (list: string): readonly string[] => list.replaceAll(/¦ {2}/g, '¦').split('¦')

/** What opens something, closes it, or may do either. */
export const signs: readonly string[] =
  read(`&¦&amp;¦&amp¦&#¦&#0;¦[¦]¦![¦[](¦[a](¦[a][b]¦[a]:¦![]()¦[![](¦[^a]¦[^a]:¦](¦)(¦(¦)¦((¦\\(¦\\¦\\\\¦\\"¦\\'¦"¦'¦\
  \`\`¦\`¦\`\`\`¦'''¦"""¦<¦>¦<<¦<a¦<a>¦</a>¦<a><b>¦<div>¦</div>¦<div></div>¦<a=¦<a="¦<a='¦<a="">¦<!--¦-->¦\
  <!--x-->¦<!¦<?¦?>¦<![CDATA[¦]]>¦<script>¦<style>¦<svg>¦<pre>¦<code>¦<td>¦<tr>¦<table>¦<li>¦<ul>¦<dl>¦<p>¦<br>¦\
  <b>¦<summary>¦<details>¦<a/¦<a\\¦<a,b¦<A.b¦<T¦<T,¦<T<¦{¦}¦{}¦{{¦}}¦{{{¦{{a}}¦{%¦%}¦{%a%}¦{{<¦>}}¦{#¦#}¦{:¦{:a}¦\
  {[¦]}¦\${¦{"¦{'¦{a}¦{a=¦{!¦*¦**¦***¦*a*¦**a¦_¦__¦_a_¦~¦~~¦^¦^a^¦+¦++¦-¦--¦---¦=¦==¦===¦#¦##¦|¦||¦|a¦|-¦!¦%¦$¦$$¦\
  @¦@a¦:a:¦:¦::¦:::¦a::¦..¦.¦.a::¦:a:\`b\`¦|a|¦\`a\`_¦\`a_¦a_¦__a¦[a]_¦\`<a>\`_¦/¦//¦/*¦*/¦/**¦**/¦/*a*/¦;;¦;¦,¦\
  ,,¦a,¦a¦b¦a.¦a.b¦a->¦a_b¦a-b¦aB¦a1¦1¦1.¦1)¦0x¦12¦a=¦a=b¦a:¦a:b¦a(b)¦a()(¦=>¦é¦ê\u0301¦漢¦漢a¦字。¦か¦ハ¦한¦ก¦\
  \ud83d\udc4d¦\ud83d\udc68\u200d\ud83d\udc69¦\u200b¦\u202e¦\u0301¦\ud800¦\u0001¦http://¦http://a¦https://a.¦www.¦\
  a@b¦a@¦a@b.¦file:///¦::a¦include::¦include::a[]¦<<<¦<<a>>¦<<a¦{include}¦8<-¦@include¦image::¦link:¦link:a[¦\
  xref:¦footnote:[¦))¦+++¦pass:[¦ifdef::a[]¦endif::[]¦\\begin{a}¦\\end{a}¦\\[¦\\]¦<<EOF¦<<~A¦<<-'A'¦%w[¦%q(¦%(¦q{¦\
  R"(¦R"a(¦r#"¦/#¦=begin¦=end¦--[[¦]]¦{-¦-}¦(*¦*)¦#if¦#endif¦#define¦@interface¦if(¦else{¦for(¦while¦do¦end¦begin¦\
  def¦class¦fn¦func¦function¦fun¦module¦let¦where¦case¦of¦switch¦try¦template<class¦let(¦val¦namespace{¦struct{¦\
  enum{¦impl¦interface¦import¦export¦const¦@a(¦#[a(¦[[a¦&&¦??¦?.¦?¦?:¦...¦->¦|>¦>>=¦<-¦:=¦+=¦!=¦<=>¦lambda:¦async¦\
  await¦+a=¦\t¦\r`)

/** Whole lines, and some of two or three. */
export const lines: readonly string[] =
  read(`- a¦* a¦1. a¦> a¦>¦# a¦## a¦a\n=¦a\n---¦---¦+++¦***¦\`\`\`¦~~~¦\`\`\`a\n\`\`\`¦| a |¦|---|¦| a |\n|---|¦[a]: x¦\
  [^a]: x¦    a¦\ta¦a  ¦a\\¦<a>¦</a>¦<!--¦-->¦<details>¦</details>¦:::¦::: a¦:::a\n:::¦!!! a¦??? a¦=== "a"¦\
  {% a %}¦{% end %}¦{{< a >}}¦{{< /a >}}¦--8<-- "a"¦<<< a¦import a from "b"¦export a¦export const a = {¦: a¦\
  a\n: b¦.. a::¦.. a:: b\n   :c: d¦.. [1] a¦.. |a| image:: b¦.. _a: b¦.. code-block:: a¦.. note::¦..¦\
  .. list-table::\n   * - a¦::¦a::¦+---+¦| a |\n+---+¦=== ===¦=  =\na  b¦:a: b¦>>> a¦* - a¦.. class:: a¦\
  .. function:: a(b)¦.. automodule:: a¦-a  b¦| a¦.. include:: a¦.. only:: a¦__ a¦.. a¦----¦====¦....¦****¦____¦\
  |===¦|===\n|a¦[a]¦[[a]]¦.a¦* a\n+¦+¦<1> a¦a:: b¦. a¦//¦////¦ifdef::a[]¦endif::[]¦include::a[]¦[source,a]¦\
  NOTE: a¦= a¦== a¦image::a[]¦--¦'''¦<<<¦[cols="1,1"]¦tag::a[]¦a|b¦a: b¦a:¦- a: b¦a: |¦? a¦&a a¦*a¦!!a b¦a: [¦\
  a: {¦%YAML¦...¦a = 1¦a = [¦a = """¦a = '''¦a.b = 1¦[a.b]¦a==1¦-r a¦a @ b¦a>=1,<2 ; b¦a (1)¦\
  implementation "a:b:1"¦require a v1¦replace a => b¦User-agent: *¦Disallow: /a¦Allow: /*a¦Sitemap: a¦//a¦# a\nb¦\
  /*¦*/¦/* a */¦#¦# ¦{¦}¦(¦)¦f(¦f() {¦class A {¦def a¦def a:¦end¦if a¦if a {¦if a:¦fn a() {}¦function a() {}¦\
  int a() {¦int a;¦a();¦a¦a,¦@a¦#[a]¦#if a¦#endif¦#else¦#define a \\¦use a;¦import a¦import (¦from a import b¦\
  require "a"¦module A¦a <<EOF¦EOF¦a <<~'A'¦public a¦template <class T>¦namespace a {¦let a =¦a = ->¦where¦do¦\
  begin¦case a¦export { a }¦export default {¦const a = () => {¦a: function () {¦val a¦fun a()¦func a() {¦proc a¦\
  CREATE TABLE a (¦CREATE TABLE a (b int);¦INSERT INTO a VALUES ('¦SELECT a¦GO¦$$¦DELIMITER //¦<script>¦</script>¦\
  <style>¦<template>¦.a {¦.a {}¦@media a {¦a { b: c; }¦---\na: b¦data A = A¦a :: b¦instance A b where¦\
  defmodule A do¦@doc """¦"""¦=begin¦=end¦__END__¦%w(¦R"(¦return¦switch (a) {¦try {¦get a() {¦static a¦async a¦\
  if (a) b; else¦foo bar(¦pub fn a() void {¦test "a" {¦#### a¦> Tokens: 1k sent¦> a  ¦#### ¦user:¦assistant:¦A:¦\
  <user_query>¦</user_query>¦</user_info>¦<user_info>¦[Tool call] a¦[Tool result] a¦[Thinking] a¦{"a":1}¦{"a":¦[¦\
  {"type":"user"}¦a\r¦password: a¦token = "¦-----BEGIN PRIVATE KEY-----¦-----END PRIVATE KEY-----¦eyJ¦漢字¦\
  a b c d e f g h¦one two. Three four.¦%%¦漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢`)

export const beginnings: readonly string[] =
  read(`import¦import a¦export¦#¦# a¦- a¦!!! a¦::: a¦/// a¦{{< a¦{%¦[a](¦[a](b¦[a]:¦| a¦|-¦:a:¦:a: b¦.. a::¦.. |a|¦\
  .. [a]¦a::¦a::[¦a;;¦=¦ifeval::[¦include::a[¦[cols="¦[[a¦[¦(¦<¦<a¦<a b=¦<!--¦&¦a =¦a:¦"a":¦a = "¦[a¦require (¦--¦\
  /*¦//¦func (a¦def a¦class A¦const¦type A¦a as¦use a¦@a¦$a¦User-agent:¦Disallow: /¦> a¦####¦\`\`\`¦\`\`\`a¦~~~¦\
  ---\na:¦a.¦http://a¦token =¦token: "`)

/** What may stand within itself, by its beginning and its end. */
export const brackets: readonly (readonly [open: string, close: string])[] = read(
  `[⟨⟩]¦(⟨⟩)¦{⟨⟩}¦<⟨⟩>¦<a>⟨⟩</a>¦<div>⟨⟩</div>¦<ul><li>⟨⟩</li></ul>¦<table><tr><td>⟨⟩</td></tr></table>¦<b>⟨⟩</b>¦\
  <dl><dd>⟨⟩</dd></dl>¦<blockquote>⟨⟩</blockquote>¦<pre>⟨⟩</pre>¦<a href="b">⟨⟩</a>¦{"a":⟨⟩}¦{{⟨⟩}}¦/*⟨⟩*/¦{-⟨⟩-}¦\
  #|⟨⟩|#¦![⟨⟩](a)¦[⟨⟩](a)¦[⟨⟩][a]¦*⟨⟩*¦_⟨⟩_¦**a⟨⟩a**¦\`⟨⟩\`¦f(⟨⟩)¦a[⟨⟩]¦if(a){⟨⟩}¦class A{⟨⟩}¦class A {\n⟨⟩}\n¦\
  f(){\n⟨⟩}\n¦(a⟨⟩)¦a<⟨⟩>¦do\n⟨⟩end\n¦def a\n⟨⟩end\n¦if a then\n⟨⟩end\n¦namespace a{⟨⟩}¦function(){⟨⟩}¦"\${⟨⟩}"¦\
  \`\${⟨⟩}\`¦"#{⟨⟩}"¦{a: ⟨⟩}¦- ⟨⟩¦> ⟨⟩¦=> ⟨⟩¦(a,⟨⟩)¦#if a\n⟨⟩#endif\n¦{% a %}⟨⟩{% enda %}¦::: a\n⟨⟩:::\n¦\
  <details>\n⟨⟩</details>\n¦a+⟨⟩¦!⟨⟩¦a?b:⟨⟩¦a:⟨⟩¦not ⟨⟩¦if a: ⟨⟩¦else if(a)⟨⟩¦.a{⟨⟩}¦({[⟨⟩]})¦$(⟨⟩)¦case a of\n⟨⟩¦\
  let a=⟨⟩¦\\a->⟨⟩¦footnote:[⟨⟩]¦\\{⟨⟩\\}`,
).map((pair) => {
  const [open = '', close = ''] = pair.split('⟨⟩')
  return [open, close]
})
