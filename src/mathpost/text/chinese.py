"""Traditional Chinese characters as simplified ones, so that one set of words reads both."""

from __future__ import annotations

_PAIRS = (  # a traditional character before its simplified one
    "組组關关係系遞递達达從从將将對对據据結结滿满較较聯联顧顾應应參参見见觀观綜综慮虑簡简開开審审導导於于"
    "帶带題题條条質质論论統统計计優优損损數数與与減减節节項项個个級级點点維维層层類类階阶種种還还這这說说"
    "寫写變变換换證证標标邊边兩两則则時时當当間间顯显來来給给稱称義义為为爲为會会須须無无沒没總总進进積积"
    "書书頁页講讲課课獻献圖图單单嚴严發发斂敛轉转歸归驗验檢检釋释過过區区讓让練练習习記记號号選选別别僅仅"
    "們们裡里裏里後后擬拟規规樣样運运賴赖場场離离線线擴扩長长報报麼么並并實实認认識识該该設设構构極极際际"
    "確确處处動动遠远繼继續续環环頭头體体產产業业壓压銳锐歷历雙双顆颗調调學学寬宽塊块張张復复現现邏逻輯辑"
    "測测試试閱阅讀读異异鄰邻輸输齊齐夠够擇择採采範范錄录錯错幾几絕绝終终雖虽資资執执權权約约"
)
_SIMPLIFIED = str.maketrans(_PAIRS[::2], _PAIRS[1::2])


def simplified(text: str) -> str:
    """`text`, at equal length, with simplified characters."""
    return text if text.isascii() else text.translate(_SIMPLIFIED)
